"""Where places and pages are sought: pure reckoning on the stretches of a board."""

from __future__ import annotations

import pytest

from db.tallies import Board, By, stretch_of

RATINGS = Board("rating", ((1024, 2), (960, 3), (-32, 1)))


@pytest.mark.parametrize(
    ("by", "value", "stretch"),
    [("rating", 1023, 992), ("rating", 1024, 1024), ("rating", -1, -32), ("wins", 7, 7), ("average", 20399, 20300)],
)
def test_a_stretch_is_named_by_its_lowest_value(by: By, value: int, stretch: int) -> None:
    assert stretch_of(by, value) == stretch


def test_a_board_has_the_members_of_all_its_stretches() -> None:
    assert RATINGS.total == 6
    assert Board("best", ()).total == 0


@pytest.mark.parametrize(
    ("value", "above"), [(1030, (0, 1056)), (1000, (2, 1024)), (991, (2, 992)), (960, (2, 992)), (-5, (5, 0))]
)
def test_above_a_value_stand_the_members_of_higher_stretches(value: int, above: tuple[int, int]) -> None:
    assert RATINGS.above(value) == above


@pytest.mark.parametrize(
    ("offset", "found"), [(0, (1056, 0)), (1, (1056, 1)), (2, (992, 0)), (4, (992, 2)), (5, (0, 0)), (6, None)]
)
def test_a_page_begins_within_one_stretch(offset: int, found: tuple[int, int] | None) -> None:
    assert RATINGS.at(offset) == found
