"""Times of the day and time zones are understood as people type them, and nothing else is."""

from __future__ import annotations

from zoneinfo import ZoneInfo

import pytest

from bot.ui.time_choice import minute_of, time_words, zone_named, zones, zones_like


@pytest.mark.parametrize(
    ("typed", "minute"),
    [
        ("0", 0),
        ("8", 480),
        ("08:30", 510),
        ("22.15", 1335),
        (" 23:59 ", 1439),
        ("24", 0),
        ("24:00", 0),
        ("٢٢:٣٠", 1350),
        ("10pm", 1320),
        ("10:30 PM", 1350),
        ("12am", 0),
        ("12 p.m.", 720),
    ],
)
def test_a_time_of_the_day_is_understood(typed: str, minute: int) -> None:
    assert minute_of(typed) == minute


@pytest.mark.parametrize(
    "typed", ["", "25", "24:01", "12:60", "8:5", "-1", "13 pm", "0 am", "pm", "now", "1234", "8:300", "²", "8:٠"]
)
def test_what_is_no_time_of_the_day_is_none(typed: str) -> None:
    assert minute_of(typed) is None


def test_a_minute_is_written_as_a_clock_shows_it() -> None:
    assert [time_words(minute) for minute in (0, 485, 1439)] == ["00:00", "08:05", "23:59"]


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("berl", "Europe/Berlin"),
        ("BERLIN", "Europe/Berlin"),
        ("new york", "America/New_York"),
        ("new_york", "America/New_York"),
        ("Zürich", "Europe/Zurich"),
        ("kolk", "Asia/Kolkata"),
        ("europe/", "Europe/Amsterdam"),
    ],
)
def test_a_zone_is_found_by_its_city(typed: str, first: str) -> None:
    assert zones_like(typed)[0] == first


def test_cities_that_begin_so_come_before_names_that_hold_it() -> None:
    found = zones_like("indiana")
    assert found.index("America/Indianapolis") < found.index("America/Indiana/Knox")
    assert zones_like("atlantis") == []


def test_with_nothing_typed_every_zone_is_offered_and_each_can_be_loaded() -> None:
    assert sorted(zones_like("")) == [zone.name for zone in zones()]
    assert all(ZoneInfo(zone.name) for zone in zones())
    assert all(zone_named(zone.name) == zone.name for zone in zones())


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("europe/berlin", "Europe/Berlin"),
        ("America/New York", "America/New_York"),
        ("berlin", "Europe/Berlin"),
        ("berli", "Europe/Berlin"),
        ("utc", "UTC"),
        ("louisville", None),
        ("europe", None),
        ("atlantis", None),
        ("", None),
    ],
)
def test_a_zone_typed_without_choosing_is_taken_if_it_is_clear(typed: str, zone: str | None) -> None:
    assert zone_named(typed) == zone
