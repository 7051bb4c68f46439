"""The running games on a real database: one press at a time, saved whole or not at all, whoever else is at it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from bot.choices import Choices
from bot.game import Game, Phase, moves
from bot.game.events import Scored
from bot.game.refusals import (
    AlreadyJoined,
    NotInGame,
    NotInLobby,
    NotYourTurn,
    OnlyTheHost,
    Refusal,
    StaleBoard,
)
from bot.games import AlreadyRunning, Games, NoSuchGame, Press
from bot.rules import RULESETS
from db import games as rows
from db.database import Database
from db.schema import results
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
    interactions,
    is_whole,
    join,
    lobby,
    playing,
    press,
    roll,
    score,
    spoil,
)

if TYPE_CHECKING:
    from bot.games import Move, Outcome, StoredGame


@pytest.fixture
def elsewhere(database_elsewhere: Database, clock: Clock) -> Games:
    """The games of a second process."""
    return Games(database_elsewhere, clock, Choices(database_elsewhere))


def hold(game: Game, die: int) -> Move:
    assert game.current is not None
    moment, player = game.moment(game.current), current(game)
    return lambda game, _: moves.hold(game, player, moment, die)


async def advance(games: Games, game_id: int, make: Callable[[Game], Move]) -> StoredGame:
    """The player whose turn it is makes that move."""
    game = (await games.load(game_id)).game
    return (await games.act(game_id, press(current(game)), make(game))).after


async def test_a_lobby_opens_with_its_host_its_commitment_and_its_day(games: Games) -> None:
    stored = await lobby(games, ruleset="yahtzee")
    assert stored.game.phase is Phase.LOBBY
    assert stored.names == ("ada",)
    assert stored.row.deadline == NOON + timedelta(hours=24)
    assert stored.row.version_shown < stored.row.version
    assert games.usual_ruleset(GUILD) == "yahtzee"


async def test_a_server_that_never_played_is_offered_the_first_ruleset(games: Games) -> None:
    assert games.usual_ruleset(GUILD) == next(iter(RULESETS))


async def test_a_channel_has_one_live_game(games: Games) -> None:
    stored = await lobby(games)
    with pytest.raises(AlreadyRunning) as refusal:
        await lobby(games)
    assert refusal.value.running.id == stored.id
    await lobby(games, channel=CHANNEL + 1)


async def test_of_two_lobbies_opened_at_once_one_opens(games: Games, elsewhere: Games) -> None:
    opened = await asyncio.gather(lobby(games), lobby(elsewhere), return_exceptions=True)
    assert sorted(type(each).__name__ for each in opened) == ["AlreadyRunning", "StoredGame"]


async def test_a_channel_is_free_again_after_its_game(games: Games) -> None:
    stored = await lobby(games)
    await games.act(stored.id, press(ADA), lambda game, _: moves.end(game, ADA))
    again = await lobby(games)
    live = await games.live_in(CHANNEL)
    assert live is not None
    assert live.id == again.id != stored.id


async def test_the_last_to_leave_a_lobby_closes_it(games: Games) -> None:
    stored = await lobby(games)
    after = (await games.act(stored.id, press(ADA), lambda game, _: moves.leave(game, ADA))).after
    assert (after.game.phase, after.names) == (Phase.ABANDONED, ())
    assert await games.live_in(CHANNEL) is None
    assert await is_whole(games, await games.load(stored.id))


async def test_names_follow_their_seats_when_the_host_leaves_the_lobby(games: Games) -> None:
    stored = await lobby(games)
    await join(games, stored.id, BEN)
    await join(games, stored.id, DAN)
    await games.act(stored.id, press(ADA), lambda game, _: moves.leave(game, ADA))
    after = await games.load(stored.id)
    assert (after.names, after.game.host) == (("ben", "dan"), BEN)


async def test_a_game_is_saved_before_the_press_is_answered(games: Games, elsewhere: Games) -> None:
    stored = await playing(games)
    after = await advance(games, stored.id, roll)
    assert await elsewhere.load(stored.id) == await games.load(stored.id)
    assert (await games.load(stored.id)).game == after.game
    assert after.row.version == stored.row.version + 1
    assert await is_whole(games, await games.load(stored.id))


@pytest.mark.parametrize("ruleset", RULESETS)
async def test_a_whole_game_ends_in_results_and_its_events_give_its_state(
    games: Games, database: Database, ruleset: str
) -> None:
    stored = await playing(games, ruleset=ruleset)
    while stored.game.live:
        await advance(games, stored.id, roll)
        await advance(games, stored.id, lambda game: hold(game, 1))
        stored = await advance(games, stored.id, score)
    ended = await games.load(stored.id)
    assert ended.game.phase is Phase.FINISHED
    assert ended.row.deadline is None
    assert ended.row.ended_at == NOON
    async with database.read() as conn:
        kept = (await conn.execute(select(results).order_by(results.c.seat))).all()
    assert [(row.member_id, row.name, row.total) for row in kept] == [
        (seat.player, name, ended.game.total(index))
        for index, (seat, name) in enumerate(zip(ended.game.seats, ended.names, strict=True))
    ]
    assert [row.won for row in kept] == [index in ended.game.winners() for index in range(2)]
    assert await is_whole(games, await games.load(stored.id))


@pytest.mark.parametrize(
    ("member", "refusal"), [(ADA, NotInLobby), (BEN, NotInLobby), (DAN, NotInLobby)], ids=["host", "seat", "nobody"]
)
async def test_joining_a_running_game_is_refused(games: Games, member: int, refusal: type[Refusal]) -> None:
    stored = await playing(games)
    with pytest.raises(refusal):
        await join(games, stored.id, member)
    assert await games.load(stored.id) == stored


async def test_what_is_refused_changes_nothing_and_may_be_pressed_again(games: Games) -> None:
    stored = await playing(games)
    other = BEN if current(stored.game) == ADA else ADA
    refusals: list[tuple[type[Refusal], Press, Move]] = [
        (NotYourTurn, press(other), roll(stored.game, other)),
        (NotInGame, press(DAN), roll(stored.game, DAN)),
        (OnlyTheHost, press(BEN), lambda game, _: moves.end(game, BEN)),
        (NotInLobby, press(ADA), lambda game, dice: moves.start(game, ADA, dice)),
    ]
    for refusal, pressed, move in refusals:
        with pytest.raises(refusal):
            await games.act(stored.id, pressed, move)
    assert await games.load(stored.id) == stored
    await games.act(stored.id, press(current(stored.game)), roll(stored.game))


async def test_who_joined_already_is_told(games: Games) -> None:
    stored = await lobby(games)
    with pytest.raises(AlreadyJoined):
        await join(games, stored.id, ADA)


async def test_a_game_that_is_not_kept_is_no_game(games: Games) -> None:
    with pytest.raises(NoSuchGame):
        await games.act(77, press(ADA), lambda game, _: moves.end(game, ADA))
    with pytest.raises(NoSuchGame):
        await games.load(77)


async def test_of_two_rolls_at_once_one_rolls_and_the_other_is_stale(games: Games) -> None:
    stored = await playing(games)
    player, move = current(stored.game), roll(stored.game)
    both = await asyncio.gather(
        games.act(stored.id, press(player), move), games.act(stored.id, press(player), move), return_exceptions=True
    )
    assert [type(each).__name__ for each in both] == ["Outcome", "StaleBoard"]
    assert (await games.load(stored.id)).game.seats[stored.game.current or 0].turn.roll == 1
    assert await is_whole(games, await games.load(stored.id))


async def test_of_two_processes_that_roll_at_once_one_rolls(games: Games, elsewhere: Games) -> None:
    stored = await playing(games)
    await elsewhere.load(stored.id)
    player, move = current(stored.game), roll(stored.game)
    both = await asyncio.gather(
        games.act(stored.id, press(player), move), elsewhere.act(stored.id, press(player), move), return_exceptions=True
    )
    assert sorted(type(each).__name__ for each in both) == ["Outcome", "StaleBoard"]
    assert (await games.load(stored.id)).game.seats[stored.game.current or 0].turn.roll == 1
    assert await is_whole(games, await games.load(stored.id))


async def test_ten_joins_at_once_from_two_processes_fill_ten_seats(games: Games, elsewhere: Games) -> None:
    stored = await lobby(games)

    async def enter(player: int, where: Games) -> Outcome:
        pressed = Press(next(interactions), player, f"player {player}", NOON)
        return await where.act(stored.id, pressed, lambda game, _: moves.join(game, player, pressed.interaction))

    await asyncio.gather(*(enter(200 + number, (games, elsewhere)[number % 2]) for number in range(9)))
    after = await games.load(stored.id)
    assert {seat.player for seat in after.game.seats} == {ADA, *range(200, 209)}
    assert list(after.names[1:]) == [f"player {seat.player}" for seat in after.game.seats[1:]]
    assert await is_whole(games, await games.load(stored.id))


async def test_two_processes_play_one_game_by_turns(games: Games, elsewhere: Games) -> None:
    stored = await playing(games)
    for number in range(6):
        process = (games, elsewhere)[number % 2]
        await advance(process, stored.id, roll)
        await advance(process, stored.id, score)
    assert sum(len(seat.card.scores) for seat in (await games.load(stored.id)).game.seats) == 6
    assert await is_whole(games, await games.load(stored.id))


async def test_a_process_that_is_behind_decides_on_what_the_other_saved(games: Games, elsewhere: Games) -> None:
    stored = await playing(games)
    player = current(stored.game)
    await elsewhere.act(stored.id, press(player), roll(stored.game))
    rolled = (await elsewhere.load(stored.id)).game
    outcome = await games.act(stored.id, press(player), score(rolled))
    assert isinstance(outcome.events[0], Scored)
    with pytest.raises(StaleBoard):
        await elsewhere.act(stored.id, press(player), roll(rolled))


async def test_a_press_delivered_twice_acts_once(games: Games, elsewhere: Games) -> None:
    stored = await playing(games)
    rolled = await advance(games, stored.id, roll)
    once, move = press(current(rolled.game)), hold(rolled.game, 2)
    first = await games.act(stored.id, once, move)
    again = [await process.act(stored.id, once, move) for process in (games, elsewhere)]
    assert not first.repeated
    assert [(each.repeated, each.events) for each in again] == [(True, ()), (True, ())]
    assert (await games.load(stored.id)).game.seats[rolled.game.current or 0].turn.held == (2,)


async def test_a_press_delivered_twice_at_once_acts_once(games: Games, elsewhere: Games) -> None:
    stored = await playing(games)
    rolled = await advance(games, stored.id, roll)
    once, move = press(current(rolled.game)), hold(rolled.game, 2)
    both = await asyncio.gather(games.act(stored.id, once, move), elsewhere.act(stored.id, once, move))
    assert sorted(each.repeated for each in both) == [False, True]
    assert (await games.load(stored.id)).game.seats[rolled.game.current or 0].turn.held == (2,)


@pytest.mark.parametrize("steps", [0, 4, 8, 12, 16, 24, 32])
async def test_a_cancelled_press_is_saved_whole_or_not_at_all(games: Games, steps: int) -> None:
    stored = await playing(games)
    pressed = press(current(stored.game))
    task = asyncio.create_task(games.act(stored.id, pressed, roll(stored.game)))
    for _ in range(steps):
        await asyncio.sleep(0)
    task.cancel()
    (outcome,) = await asyncio.gather(task, return_exceptions=True)
    after = await games.load(stored.id)
    rolls = after.game.seats[stored.game.current or 0].turn.roll
    assert rolls in (0, 1)
    assert after.row.version == stored.row.version + rolls
    assert isinstance(outcome, asyncio.CancelledError) or rolls == 1
    assert await is_whole(games, await games.load(stored.id))
    await advance(games, stored.id, roll)


async def test_a_failure_in_the_middle_of_a_save_leaves_the_game_playable(
    games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = await playing(games)

    async def broken(*args: object, **facts: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr(rows, "append_events", broken)
        with pytest.raises(ZeroDivisionError):
            await advance(games, stored.id, roll)
    assert await games.load(stored.id) == stored
    await advance(games, stored.id, roll)
    assert await is_whole(games, await games.load(stored.id))


async def test_a_game_that_cannot_be_read_does_not_hide_others_and_is_logged_once(
    games: Games, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound = await lobby(games), await lobby(games, channel=CHANNEL + 1)
    await spoil(database, broken.id)
    assert [each.id for each in await games.unshown([GUILD])] == [sound.id]
    assert [each.id for each in await games.live_in_guild(GUILD)] == [sound.id]
    assert errors(caplog) == [f"unreadable game={broken.id}"]


async def test_a_host_is_away_after_ten_minutes(games: Games) -> None:
    stored = await lobby(games)
    assert not await games.host_is_away(stored.id, NOON + timedelta(minutes=10))
    assert await games.host_is_away(stored.id, NOON + timedelta(minutes=10, seconds=1))


async def test_what_no_channel_was_shown_is_found_until_it_is_shown(games: Games) -> None:
    stored = await lobby(games)
    assert [each.id for each in await games.unshown([GUILD])] == [stored.id]
    assert await games.unshown([GUILD + 1]) == []
    await games.note_shown(stored, board_message_id=900)
    assert await games.unshown([GUILD]) == []
    ended = await games.act(stored.id, press(ADA), lambda game, _: moves.end(game, ADA))
    assert [each.id for each in await games.unshown([GUILD])] == [stored.id]
    await games.note_shown(ended.after)
    assert await games.unshown([GUILD]) == []


async def test_an_older_version_shown_late_does_not_hide_a_newer_one(games: Games) -> None:
    stored = await playing(games)
    rolled = await advance(games, stored.id, roll)
    await games.note_shown(stored)
    assert [each.id for each in await games.unshown([GUILD])] == [stored.id]
    await games.note_shown(rolled)
    await games.note_shown(stored)
    assert await games.unshown([GUILD]) == []


async def test_where_the_board_stands_is_known_to_the_next_press(games: Games) -> None:
    stored = await playing(games)
    rolled = await advance(games, stored.id, roll)
    await games.note_shown(rolled, board_message_id=901, board_turn=1)
    assert (await games.latest(stored.id)).row.board_message_id == 901
    held = await advance(games, stored.id, lambda game: hold(game, 0))
    assert (held.row.board_message_id, held.row.board_turn) == (901, 1)


async def test_only_the_deletion_of_the_board_itself_counts(games: Games) -> None:
    stored = await lobby(games)
    await games.note_shown(stored, board_message_id=900)
    await games.board_gone(CHANNEL, {899})
    await games.board_gone(CHANNEL + 1, {900})
    assert (await games.load(stored.id)).row.board_message_id == 900
    await games.board_gone(CHANNEL, {899, 900})
    assert (await games.load(stored.id)).row.board_message_id is None


async def test_the_end_of_a_channel_ends_its_game_and_leaves_nothing_to_show(games: Games) -> None:
    stored = await playing(games)
    await games.end_of_channel(CHANNEL)
    assert (await games.load(stored.id)).game.phase is Phase.ABANDONED
    assert await games.unshown([GUILD]) == []
    assert await games.end_of_channel(CHANNEL) is None


async def test_the_end_of_a_channel_noticed_twice_at_once_is_no_failure(games: Games) -> None:
    stored = await playing(games)
    await asyncio.gather(games.end_of_channel(CHANNEL), games.place_gone(stored.id))
    assert (await games.load(stored.id)).game.phase is Phase.ABANDONED
    assert await games.unshown([GUILD]) == []
