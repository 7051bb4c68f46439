"""Ratings, held against figures worked out by hand from the published Plackett–Luce update."""

import math

import pytest

from bot.ratings import Rating, rated


def test_a_new_member_is_shown_a_thousand() -> None:
    assert Rating().shown == 1000


def test_two_new_members_part_by_the_published_update() -> None:
    """c = sqrt(2 (sigma^2 + beta^2)), beta = 25/6; both win chances are a half; tau = 25/300 widens sigma first."""
    sigma, beta = math.hypot(25 / 3, 25 / 300), 25 / 6
    c = math.sqrt(2 * (sigma**2 + beta**2))
    winner, loser = rated([Rating(), Rating()], [1, 2])
    assert winner.mu == pytest.approx(25 + sigma**2 / c * 0.5)
    assert loser.mu == pytest.approx(25 - sigma**2 / c * 0.5)
    assert winner.sigma == pytest.approx(loser.sigma)
    assert winner.sigma < sigma


def test_a_shared_win_of_equals_moves_nobody() -> None:
    one, other = rated([Rating(), Rating()], [1, 1])
    assert one.mu == pytest.approx(other.mu)
    assert one.mu == pytest.approx(25)


def test_places_order_the_ratings_whatever_the_seating() -> None:
    last, first, middle = rated([Rating(), Rating(), Rating()], [3, 1, 2])
    assert first.mu > middle.mu > last.mu


def test_an_upset_moves_more_than_what_was_expected() -> None:
    strong, weak = Rating(32, 3), Rating(20, 3)
    expected = rated([strong, weak], [1, 2])[0].mu - strong.mu
    upset = rated([strong, weak], [2, 1])[1].mu - weak.mu
    assert 0 < expected < upset
