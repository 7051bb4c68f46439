"""What time does to games, on a real database: late turns, reminders, decisions, ends; each once, whoever is at it."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from bot.choices import Choices
from bot.clocks import AWAY, CLOCKS, is_short
from bot.deadlines import Deadlines
from bot.game import Order, Phase, moves
from bot.game.events import GivenTime, Left, Scored, StoodIn, TimedOut, Zeroed
from bot.game.refusals import GameOver
from bot.games import Games
from bot.timing import GAME_LIFE, DueKind
from db.database import Database
from db.due import ALL_SHARDS, Shards
from tests.in_play import (
    ADA,
    BEN,
    CHANNEL,
    DAN,
    GUILD,
    NOON,
    Clock,
    current,
    errors,
    join,
    lobby,
    playing,
    press,
    roll,
    score,
    spoil,
)

if TYPE_CHECKING:
    from bot.deadlines import Done
    from bot.games import StoredGame

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
INSTANT = timedelta(milliseconds=1)


@pytest.fixture
def second_process(database_elsewhere: Database, clock: Clock, choices: Choices) -> tuple[Games, Deadlines]:
    """A second process, of whose choices the first one knows."""
    games = Games(database_elsewhere, clock, choices)
    return games, Deadlines(database_elsewhere, games, choices, ALL_SHARDS)


def kinds(done: Done) -> list[str]:
    return [event.kind for event in done.events]


def reminded(all_done: list[Done]) -> list[tuple[DueKind, bool]]:
    return [(due.kind, due.last) for done in all_done for due in done.reminders]


def deadline(stored: StoredGame) -> Any:
    """When the time of whose turn it is is up."""
    assert stored.timing is not None
    assert stored.game.current is not None
    return stored.timing.seats[stored.game.current].due


async def late(games: Games, deadlines: Deadlines, **options: Any) -> StoredGame:
    """A game with an hour a turn, whose first turn's time has just been up."""
    stored = await playing(games, clock=HOUR, **options)
    (done,) = await deadlines.work_off(NOON + HOUR)
    assert done.after.id == stored.id
    return done.after


async def test_a_lobby_closes_after_a_day_and_not_before(games: Games, deadlines: Deadlines) -> None:
    stored = await lobby(games)
    assert await deadlines.work_off(NOON + DAY - INSTANT) == []
    (done,) = await deadlines.work_off(NOON + DAY)
    assert (done.after.id, done.after.game.phase) == (stored.id, Phase.ABANDONED)
    assert await games.live_in(CHANNEL) is None
    assert await deadlines.work_off(NOON + DAY) == []
    with pytest.raises(GameOver):
        await join(games, stored.id, BEN)


async def test_a_lobby_for_a_short_clock_closes_after_a_quarter_of_an_hour(games: Games, deadlines: Deadlines) -> None:
    await lobby(games, clock=CLOCKS[0])
    assert await deadlines.work_off(NOON + timedelta(minutes=15) - INSTANT) == []
    assert len(await deadlines.work_off(NOON + timedelta(minutes=15))) == 1


async def test_a_game_ends_thirty_days_after_its_last_press(games: Games, deadlines: Deadlines) -> None:
    stored = await playing(games)
    later = NOON + 2 * DAY
    await games.act(stored.id, press(current(stored.game), later), roll(stored.game))
    await deadlines.work_off(later + AWAY)
    assert await deadlines.next_at() == later + GAME_LIFE
    assert await deadlines.work_off(later + GAME_LIFE - INSTANT) == []
    (done,) = await deadlines.work_off(later + GAME_LIFE)
    assert done.after.game.phase is Phase.ABANDONED
    assert await deadlines.next_at() is None


async def test_two_processes_end_a_game_once(
    games: Games, deadlines: Deadlines, second_process: tuple[Games, Deadlines]
) -> None:
    stored = await lobby(games)
    _, other = second_process
    both = await asyncio.gather(deadlines.work_off(NOON + DAY), other.work_off(NOON + DAY))
    assert sum(map(len, both)) == 1
    assert [event.kind for event in await games.events(stored.id)] == ["opened", "ended"]


async def test_a_game_that_cannot_be_read_does_not_hold_up_others(
    games: Games, deadlines: Deadlines, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound = await lobby(games), await lobby(games, channel=CHANNEL + 1)
    await spoil(database, broken.id)
    due = NOON + DAY
    assert [done.after.id for done in await deadlines.work_off(due)] == [sound.id]
    assert await deadlines.work_off(due) == []
    assert await deadlines.next_at() == due + DAY
    assert errors(caplog) == [f"not worked off game={broken.id}; it is tried again in a day"]


async def test_presses_of_before_yesterday_are_forgotten(games: Games, deadlines: Deadlines) -> None:
    stored = await playing(games)
    await deadlines.forget_presses(NOON + DAY)
    assert await games.last_press(stored.id, ADA) == NOON
    await deadlines.forget_presses(NOON + DAY + INSTANT)
    assert (await games.last_press(stored.id, ADA)).year == 1970


@pytest.mark.parametrize("length", CLOCKS, ids=str)
async def test_each_clock_runs_from_the_start_until_the_others_are_asked(
    games: Games, deadlines: Deadlines, length: timedelta
) -> None:
    stored = await playing(games, clock=length)
    index = stored.game.current
    assert index is not None
    assert stored.deadline_of(index) == NOON + length
    found = [
        *await deadlines.work_off(NOON + length / 2),
        *await deadlines.work_off(NOON + length * 0.9),
        *await deadlines.work_off(NOON + length - INSTANT),
    ]
    expected = [] if is_short(length) else [(DueKind.REMINDER, False), (DueKind.REMINDER, True)]
    assert reminded(found) == expected
    assert [done.events for done in found] == [()] * len(expected)
    (done,) = await deadlines.work_off(NOON + length)
    assert done.events == (TimedOut(index),)
    assert done.after.deadline_of(index) is None
    assert await deadlines.next_at() == NOON + GAME_LIFE


async def test_a_turn_in_time_starts_the_clock_of_the_next_one(games: Games, deadlines: Deadlines) -> None:
    stored = await playing(games, clock=HOUR)
    at = NOON + HOUR - INSTANT
    for make in (roll, score):
        stored = (await games.act(stored.id, press(current(stored.game), at), make(stored.game))).after
    assert deadline(stored) == at + HOUR
    assert await deadlines.work_off(NOON + HOUR) == []


async def test_a_roll_does_not_restart_the_clock(games: Games) -> None:
    stored = await playing(games, clock=HOUR)
    rolled = await games.act(stored.id, press(current(stored.game), NOON + HOUR / 2), roll(stored.game))
    assert deadline(rolled.after) == NOON + HOUR


async def test_without_a_clock_the_others_are_asked_when_the_player_has_been_away_for_three_days(
    games: Games, deadlines: Deadlines
) -> None:
    stored = await playing(games)
    player = current(stored.game)
    await games.act(stored.id, press(player, NOON + DAY), roll(stored.game))
    assert stored.deadline_of(0) is None
    assert stored.deadline_of(1) is None
    assert await deadlines.work_off(NOON + DAY + AWAY - INSTANT) == []
    (done,) = await deadlines.work_off(NOON + DAY + AWAY)
    assert kinds(done) == ["timed-out"]


async def test_a_game_of_one_simply_waits(games: Games, deadlines: Deadlines) -> None:
    stored = await lobby(games, clock=HOUR)
    started = await games.act(stored.id, press(ADA), lambda game, dice: moves.start(game, ADA, dice))
    assert started.after.deadline_of(0) is None
    assert await deadlines.next_at() == NOON + GAME_LIFE


async def test_a_late_player_may_still_play_and_is_not_late_any_more(games: Games, deadlines: Deadlines) -> None:
    stored = await late(games, deadlines)
    at = NOON + 2 * HOUR
    rolled = (await games.act(stored.id, press(current(stored.game), at), roll(stored.game))).after
    assert rolled.game.late_seat is None
    assert deadline(rolled) == at + HOUR


async def test_the_others_may_give_a_late_player_time_anew(games: Games, deadlines: Deadlines) -> None:
    stored = await late(games, deadlines)
    index = stored.game.current
    assert index is not None
    other, turn = stored.game.seats[1 - index].player, stored.game.turn_id(index)
    at = NOON + 3 * HOUR
    given = await games.act(stored.id, press(other, at), lambda game, _: moves.wait(game, other, turn))
    assert given.events == (GivenTime(index, 1 - index),)
    assert deadline(given.after) == at + HOUR


async def test_the_others_may_let_a_computer_play_a_late_turn(games: Games, deadlines: Deadlines) -> None:
    stored = await late(games, deadlines)
    index = stored.game.current
    assert index is not None
    other, turn = stored.game.seats[1 - index].player, stored.game.turn_id(index)
    played = await games.act(stored.id, press(other), lambda game, _: moves.stand_in(game, other, turn, "deckhand"))
    assert played.events[0] == StoodIn(index, "deckhand", 1 - index)
    assert isinstance(played.events[-1], Scored)
    assert played.after.game.current == 1 - index
    assert len(played.after.game.seats[index].card.scores) == 1


@pytest.mark.parametrize(
    ("on_expiry", "expected"),
    [
        ("ask", ["timed-out"]),
        ("wait", ["timed-out", "given-time"]),
        ("remove", ["timed-out", "left"]),
    ],
)
async def test_a_server_may_choose_what_happens_by_itself(
    games: Games, deadlines: Deadlines, choices: Choices, on_expiry: str, expected: list[str]
) -> None:
    await choices.change_server(GUILD, on_expiry=on_expiry)
    await playing(games, clock=HOUR)
    (done,) = await deadlines.work_off(NOON + HOUR)
    assert kinds(done) == expected


async def test_a_server_may_let_the_computer_play_late_turns_by_itself(
    games: Games, deadlines: Deadlines, choices: Choices
) -> None:
    await choices.change_server(GUILD, on_expiry="computer")
    stored = await playing(games, clock=HOUR)
    (done,) = await deadlines.work_off(NOON + HOUR)
    assert kinds(done)[:2] == ["timed-out", "stood-in"]
    assert kinds(done)[-1] == "scored"
    assert done.after.game.current != stored.game.current
    assert deadline(done.after) == NOON + 2 * HOUR


async def test_where_computers_are_not_allowed_the_others_are_asked_instead(
    games: Games, deadlines: Deadlines, choices: Choices
) -> None:
    await choices.change_server(GUILD, on_expiry="computer", computers=False)
    await playing(games, clock=HOUR)
    (done,) = await deadlines.work_off(NOON + HOUR)
    assert kinds(done) == ["timed-out"]


async def test_time_that_is_given_by_itself_lasts_a_day_at_least_and_reminds_of_nothing(
    games: Games, deadlines: Deadlines, choices: Choices
) -> None:
    await choices.change_server(GUILD, on_expiry="wait")
    await playing(games, clock=HOUR)
    (done,) = await deadlines.work_off(NOON + HOUR)
    assert deadline(done.after) == NOON + HOUR + DAY
    assert await deadlines.next_at() == NOON + HOUR + DAY


async def test_a_game_that_is_given_time_by_itself_still_ends_in_thirty_days(
    games: Games, deadlines: Deadlines, choices: Choices
) -> None:
    await choices.change_server(GUILD, on_expiry="wait")
    stored = await playing(games, clock=7 * DAY)
    for _ in range(10):
        due = await deadlines.next_at()
        if due is None:
            break
        await deadlines.work_off(due)
    assert due is None
    assert (await games.load(stored.id)).row.ended_at is not None


async def test_open_boxes_that_nobody_decides_about_become_zeros_after_a_day(
    games: Games, deadlines: Deadlines
) -> None:
    stored = await lobby(games)
    for player in (BEN, DAN):
        await join(games, stored.id, player)
    await games.act(stored.id, press(ADA), lambda game, dice: moves.start(game, ADA, dice))
    left = await games.act(stored.id, press(BEN, NOON + HOUR), lambda game, _: moves.leave(game, BEN))
    assert left.after.game.undecided_seat == 1
    assert await deadlines.work_off(NOON + HOUR + DAY - INSTANT) == []
    (done,) = await deadlines.work_off(NOON + HOUR + DAY)
    assert done.events == (Zeroed(1),)
    assert done.after.game.undecided_seat is None


async def test_in_common_games_each_seat_has_a_clock_of_its_own(games: Games, deadlines: Deadlines) -> None:
    stored = await playing(games, clock=HOUR, order=Order.TOGETHER)
    at = NOON + HOUR / 2
    moment = stored.game.moment(0)
    rolled = await games.act(stored.id, press(ADA, at), lambda game, dice: moves.roll(game, ADA, moment, dice))
    moment = rolled.after.game.moment(0)
    await games.act(stored.id, press(ADA, at), lambda game, _: moves.score(game, ADA, moment, "choice"))
    (done,) = await deadlines.work_off(NOON + HOUR)
    assert done.events == (TimedOut(1),)
    assert done.after.deadline_of(0) == at + HOUR


async def test_two_who_are_late_at_once_are_not_both_taken_out_of_a_game_of_two(
    games: Games, deadlines: Deadlines, choices: Choices
) -> None:
    await choices.change_server(GUILD, on_expiry="remove")
    await playing(games, clock=HOUR, order=Order.TOGETHER)
    (done,) = await deadlines.work_off(NOON + HOUR)
    assert kinds(done) == ["timed-out", "left"]
    assert await deadlines.next_at() == NOON + GAME_LIFE


async def test_a_reminder_is_claimed_once_by_two_processes(
    games: Games, deadlines: Deadlines, second_process: tuple[Games, Deadlines]
) -> None:
    stored = await playing(games, clock=DAY)
    _, other = second_process
    both = await asyncio.gather(deadlines.work_off(NOON + DAY / 2), other.work_off(NOON + DAY / 2))
    assert reminded([done for each in both for done in each]) == [(DueKind.REMINDER, False)]
    assert (await games.load(stored.id)).row.version == stored.row.version


async def test_a_nudge_is_sent_once_and_a_press_makes_it_needless(games: Games, deadlines: Deadlines) -> None:
    stored = await playing(games)
    soon = NOON + timedelta(seconds=90)
    await games.plan_nudge(stored, soon)
    assert await deadlines.next_at() == soon
    assert reminded(await deadlines.work_off(soon)) == [(DueKind.NUDGE, False)]
    assert await deadlines.work_off(soon) == []
    await games.plan_nudge(stored, soon + HOUR)
    await games.act(stored.id, press(current(stored.game), soon), roll(stored.game))
    assert await deadlines.work_off(soon + HOUR) == []


async def test_no_nudge_is_planned_for_a_board_on_which_somebody_has_played_since(
    games: Games, deadlines: Deadlines
) -> None:
    stored = await playing(games)
    player, soon = current(stored.game), NOON + timedelta(seconds=90)
    rolled = (await games.act(stored.id, press(player, NOON), roll(stored.game))).after
    await games.plan_nudge(stored, soon)
    assert await deadlines.work_off(soon) == []
    await games.act(stored.id, press(player, NOON), score(rolled.game))
    await games.plan_nudge(rolled, soon)
    assert await deadlines.work_off(soon) == []


async def test_a_game_that_cannot_be_read_costs_no_other_its_time(
    games: Games, deadlines: Deadlines, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound = await playing(games, clock=HOUR), await playing(games, clock=HOUR, channel=CHANNEL + 1)
    await spoil(database, broken.id)
    assert await deadlines.give_back(NOON, NOON + HOUR / 2) == [sound.id]
    assert errors(caplog) == [f"time not given back game={broken.id}"]


async def test_time_in_which_the_bot_was_down_is_given_back(games: Games, deadlines: Deadlines) -> None:
    stored = await playing(games, clock=HOUR)
    down, up = NOON + HOUR / 2, NOON + 5 * HOUR
    assert await deadlines.give_back(down, up) == [stored.id]
    given = await games.load(stored.id)
    assert deadline(given) == up + HOUR / 2
    assert given.row.version == stored.row.version + 1
    assert await deadlines.give_back(down, up) == []


async def test_a_short_downtime_is_nobodys_time(games: Games, deadlines: Deadlines) -> None:
    await playing(games, clock=HOUR)
    assert await deadlines.give_back(NOON, NOON + HOUR / 10) == []


async def test_a_process_acts_for_its_own_shards_only(games: Games, database: Database, choices: Choices) -> None:
    mine = await lobby(games)
    theirs = await games.open(
        press(BEN), guild=1 << 22, channel=CHANNEL + 1, ruleset="yacht", order=Order.TURNS, duplicate=False
    )
    first, second = (Deadlines(database, games, choices, Shards(2, (shard,))) for shard in (0, 1))
    assert [done.after.id for done in await first.work_off(NOON + DAY)] == [mine.id]
    assert await first.next_at() is None
    assert await second.next_at() == NOON + DAY
    assert [done.after.id for done in await second.work_off(NOON + DAY)] == [theirs.id]


async def test_games_whose_turn_or_life_runs_out_are_told_before_it_does(games: Games, deadlines: Deadlines) -> None:
    await lobby(games, channel=CHANNEL + 1)
    stored = await playing(games, clock=HOUR)
    assert await deadlines.running_out(NOON + HOUR / 2) == []
    assert [each.id for each in await deadlines.running_out(NOON + HOUR)] == [stored.id]


async def test_who_left_with_the_server_puts_off_the_end_for_those_who_remain(
    games: Games, deadlines: Deadlines, clock: Clock
) -> None:
    stored = await playing(games)
    clock.now = NOON + 3 * DAY
    left = await games.dismiss(stored.id, lambda game, _: moves.leave(game, BEN))
    assert left.events == (Left(BEN, undecided=True),)
    assert left.after.timing is not None
    assert left.after.timing.ends == clock.now + GAME_LIFE
