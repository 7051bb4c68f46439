"""Leaderboards and statistics of every kind, as `scenes` has the screens of a game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import get_args

from bot.periods import Period
from bot.records import Board, BoxCounts, By, Cards, Season, Standing, Statistics
from bot.rules import RULESETS
from bot.ui.leaderboards import leaderboard
from bot.ui.screen import Screen
from bot.ui.statistics import box_order, chart_of, picture_words, statistics
from bot.ui.words import Words

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
SNOWFLAKE = 1_456_074_443_980_800_000
SEASON = Season(3, "★", NOW)


def standing(place: int | None = 1, name: str = "★", games: int = 12) -> Standing:
    """A member's standing after so many games, all of them played to the end."""
    return Standing(
        member_id=SNOWFLAKE + (place or 0),
        name=name,
        games=games,
        wins=games // 2,
        finished=games,
        points=200 * games,
        average=20_000 if games else None,
        best=312,
        best_game_id=SNOWFLAKE + 1000 + (place or 0),
        rating=1234 if games else None,
        streak=2,
        longest_streak=4,
        last_at=NOW,
        place=place,
    )


def board(by: By, period: Period = Period.ALL, name: str = "★", ruleset: str = "yahtzee") -> Board:
    """The middle page of a board of three."""
    rows = tuple(standing(11 + number, name, 4 if number else 1) for number in range(10))
    return Board(ruleset, by, period, 1, 3, rows, 1 if name == "one" else 27, standing(2, name), SEASON)


def known(ruleset: str, games: int = 12) -> Statistics:
    """Statistics after so many games, of a server that has three times as many."""
    boxes = [box.key for box in RULESETS[ruleset].boxes] if ruleset in RULESETS else ["…"]
    mine, everybody = (
        Cards(
            cards=count,
            points=200 * count,
            upper_bonuses=count // 3,
            extra=100 * (count > 0 and ruleset != "yacht"),
            boxes={box: BoxCounts(count, 10 * count, count // 2) for box in boxes},
            totals={180: count // 2, 220: count - count // 2} if count else {},
        )
        for count in (games, 3 * games)
    )
    return Statistics(standing(3, games=games), mine, everybody)


def leaderboards(words: Words, name: str = "★") -> Iterator[tuple[str, Screen]]:
    """Every board, page and own place. Call it inside a running loop."""
    asker = SNOWFLAKE + 12
    for by in get_args(By):
        for period in Period:
            yield f"board by {by} of {period}", leaderboard(words, board(by, period, name), asker, name)
            yield f"no season, by {by}", leaderboard(words, replace(board(by, Period.SEASON), season=None), asker, name)
        shown = board(by, name=name)
        for own in (None, standing(None, name, 0), standing(None, name, 1), standing(None, name, 4)):
            for rows in ((), shown.rows):
                changed = replace(shown, rows=rows, own=own, pages=1, page=0, total=len(rows))
                yield f"board by {by} of {len(rows)}", leaderboard(words, changed, asker, name)


def pages_of_members(words: Words, name: str = "★") -> Iterator[tuple[str, Screen]]:
    """Statistics in every ruleset, with and without averages. Call it inside a running loop."""
    for key in RULESETS:
        for games in (0, 1, 4, 5, 12):
            found = known(key, games)
            assert found.standing is not None
            yield f"{games} games of {key}", statistics(words, key, name, found, found.standing, SNOWFLAKE)


def picture_texts(words: Words, name: str = "★") -> Iterator[str]:
    """The words for the picture of every ruleset."""
    for key in RULESETS:
        found = known(key)
        assert found.standing is not None
        chart = chart_of(key, found, found.standing)
        assert chart is not None
        assert tuple(chart.boxes) == box_order(key, found)
        yield picture_words(words, key, name, chart)
