"""What the statements about games do, on both engines."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError, StatementError

from db import games
from db.games import AlreadyPressed, ChannelTaken, Conflict, EventRow
from db.results import insert_results
from db.schema import results
from tests.db.builders import ADA, BEN, CHANNEL, GUILD, NOW, SEATS, end, move, new_game, result

if TYPE_CHECKING:
    from db.database import Database

HOUR = timedelta(hours=1)


async def test_a_new_game_is_a_lobby_nobody_has_been_shown(database: Database) -> None:
    async with database.write() as conn:
        game_id = await new_game(conn, deadline=NOW + HOUR)

    async with database.read() as conn:
        game = await games.load_game(conn, game_id)
    assert game == games.GameRow(
        id=game_id,
        guild_id=GUILD,
        channel_id=CHANNEL,
        ruleset="yacht",
        play_order="turns",
        duplicate=False,
        phase="lobby",
        state="{}",
        version=1,
        version_shown=0,
        board_message_id=None,
        board_posted_at=None,
        line_message_id=None,
        board_turn=0,
        commitment="ab" * 32,
        seed=bytes(range(32)),
        deadline=NOW + HOUR,
        opened_at=NOW,
        started_at=None,
        ended_at=None,
        clock=None,
        timing=None,
        reminder_message_id=None,
        reminder_seat=None,
        rematch_of=None,
    )


async def test_a_game_that_is_not_there_is_none(database: Database) -> None:
    async with database.read() as conn:
        assert await games.load_game(conn, 1) is None
        assert await games.active_game_in(conn, CHANNEL) is None
        assert await games.load_seats(conn, 1) == ()
        assert await games.load_events(conn, 1) == ()


async def test_a_second_live_game_in_a_channel_is_refused_and_the_transaction_goes_on(database: Database) -> None:
    async with database.write() as conn:
        first = await new_game(conn)
        with pytest.raises(ChannelTaken) as refusal:
            await new_game(conn)
        other = await new_game(conn, channel_id=CHANNEL + 1)

    assert refusal.value.game_id == first
    async with database.read() as conn:
        assert (await games.load_game(conn, other)) is not None


async def test_a_channel_is_free_again_when_its_game_has_ended(database: Database) -> None:
    async with database.write() as conn:
        first = await new_game(conn)
        await end(conn, first, 1)
        second = await new_game(conn)

    async with database.read() as conn:
        live = await games.active_game_in(conn, CHANNEL)
    assert live is not None
    assert live.id == second > first


async def test_of_many_games_opened_at_once_in_a_channel_one_lives(database: Database) -> None:
    async def open_one() -> int:
        async with database.write() as conn:
            return await new_game(conn)

    outcomes = await asyncio.gather(*[open_one() for _ in range(8)], return_exceptions=True)

    opened = [outcome for outcome in outcomes if isinstance(outcome, int)]
    refused = [outcome.game_id for outcome in outcomes if isinstance(outcome, ChannelTaken)]
    assert len(opened) == 1
    assert refused == opened * 7


async def test_an_unknown_phase_is_refused_by_the_database(database: Database) -> None:
    async with database.write() as conn:
        game_id = await new_game(conn)

    with pytest.raises(IntegrityError):
        async with database.write() as conn:
            await move(conn, game_id, 1, phase="paused")


async def test_a_time_without_a_zone_is_refused(database: Database) -> None:
    async with database.write() as conn:
        with pytest.raises(StatementError, match="has no time zone"):
            await new_game(conn, opened_at=NOW.replace(tzinfo=None))


async def test_seats_are_replaced_as_a_whole(database: Database) -> None:
    async with database.write() as conn:
        game_id = await new_game(conn)
        await games.replace_seats(conn, game_id, SEATS)
        assert await games.load_seats(conn, game_id) == SEATS
        await games.replace_seats(conn, game_id, SEATS[:1])
        assert await games.load_seats(conn, game_id) == SEATS[:1]
        await games.replace_seats(conn, game_id, ())
        assert await games.load_seats(conn, game_id) == ()


async def test_a_move_stores_state_and_events_and_counts_the_version(database: Database) -> None:
    async with database.write() as conn:
        game_id = await new_game(conn)
        await move(conn, game_id, 1, events=[("rolled", "1"), ("scored", "2")], state="after", deadline=NOW + HOUR)
        await move(conn, game_id, 2, events=[], state="held")
        await move(conn, game_id, 3, events=[("ended", "{}")], first_number=3, phase="finished", ended_at=NOW + HOUR)

    async with database.read() as conn:
        game = await games.load_game(conn, game_id)
        events = await games.load_events(conn, game_id)
    assert game is not None
    assert (game.version, game.phase, game.started_at, game.ended_at) == (4, "finished", NOW, NOW + HOUR)
    assert events == (
        EventRow(1, "rolled", "1", NOW),
        EventRow(2, "scored", "2", NOW),
        EventRow(3, "ended", "{}", NOW),
    )


async def test_a_move_made_for_an_older_version_is_refused_and_writes_nothing(database: Database) -> None:
    async with database.write() as conn:
        game_id = await new_game(conn)
        await move(conn, game_id, 1)

    async with database.write() as conn:
        with pytest.raises(Conflict):
            await move(conn, game_id, 1, state="late", first_number=2)

    async with database.read() as conn:
        game = await games.load_game(conn, game_id)
        assert len(await games.load_events(conn, game_id)) == 1
    assert game is not None
    assert (game.version, game.state) == (2, '{"made from": 1}')


async def test_of_many_moves_made_at_once_for_one_version_one_wins(database: Database) -> None:
    async with database.write() as conn:
        game_id = await new_game(conn)

    async def save(player: int) -> int:
        async with database.write() as conn:
            await move(conn, game_id, 1, state=str(player))
        return player

    outcomes = await asyncio.gather(*[save(player) for player in range(8)], return_exceptions=True)

    winners = [outcome for outcome in outcomes if isinstance(outcome, int)]
    assert len(winners) == 1
    assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 7
    async with database.read() as conn:
        game = await games.load_game(conn, game_id)
    assert game is not None
    assert (game.version, game.state) == (2, str(winners[0]))


async def test_an_interaction_delivered_twice_is_refused_and_the_transaction_goes_on(database: Database) -> None:
    async with database.write() as conn:
        game_id = await new_game(conn)
        await games.record_press(conn, 5, game_id, ADA, NOW)
        with pytest.raises(AlreadyPressed):
            await games.record_press(conn, 5, game_id, BEN, NOW + HOUR)
        await games.record_press(conn, 6, game_id, BEN, NOW + HOUR)

    async with database.read() as conn:
        assert await games.last_press_at(conn, game_id, BEN) == NOW + HOUR


async def test_of_one_interaction_delivered_many_times_at_once_one_acts(database: Database) -> None:
    async with database.write() as conn:
        game_id = await new_game(conn)

    async def press() -> None:
        async with database.write() as conn:
            await games.record_press(conn, 5, game_id, ADA, NOW)

    outcomes = await asyncio.gather(*[press() for _ in range(8)], return_exceptions=True)

    assert outcomes.count(None) == 1
    assert sum(isinstance(outcome, AlreadyPressed) for outcome in outcomes) == 7


async def test_the_last_press_of_a_member_is_the_latest_in_that_game(database: Database) -> None:
    async with database.write() as conn:
        game_id, other = await new_game(conn), await new_game(conn, channel_id=CHANNEL + 1)
        await games.record_press(conn, 1, game_id, ADA, NOW)
        await games.record_press(conn, 2, game_id, ADA, NOW + HOUR)
        await games.record_press(conn, 3, other, ADA, NOW + 2 * HOUR)

        assert await games.last_press_at(conn, game_id, ADA) == NOW + HOUR
        assert await games.last_press_at(conn, game_id, BEN) is None


async def test_old_presses_are_forgotten(database: Database) -> None:
    async with database.write() as conn:
        game_id = await new_game(conn)
        await games.record_press(conn, 1, game_id, ADA, NOW)
        await games.record_press(conn, 2, game_id, BEN, NOW + HOUR)

        assert await games.prune_presses(conn, NOW + HOUR) == 1
        assert await games.last_press_at(conn, game_id, ADA) is None
        assert await games.last_press_at(conn, game_id, BEN) == NOW + HOUR


async def test_a_game_is_unshown_until_its_present_version_has_been_shown(database: Database) -> None:
    async with database.write() as conn:
        game_id = await new_game(conn)
        assert [game.id for game in await games.unshown_games(conn, [GUILD])] == [game_id]
        assert await games.unshown_games(conn, [GUILD + 1]) == []
        assert await games.unshown_games(conn, []) == []

        await games.mark_shown(conn, game_id, 1)
        assert await games.unshown_games(conn, [GUILD]) == []

        await end(conn, game_id, 1)
        assert [game.phase for game in await games.unshown_games(conn, [GUILD])] == ["finished"]


async def test_unshown_games_are_found_among_more_servers_than_a_statement_can_name(database: Database) -> None:
    async with database.write() as conn:
        game_id = await new_game(conn)

        servers = [GUILD, *range(GUILD + 1, GUILD + 70_000)]
        assert [game.id for game in await games.unshown_games(conn, servers)] == [game_id]
        assert [game.id for game in await games.unshown_games(conn, servers[::-1])] == [game_id]


async def test_what_has_been_shown_never_goes_back(database: Database) -> None:
    async with database.write() as conn:
        game_id = await new_game(conn)
        await games.mark_shown(conn, game_id, 3)
        await games.mark_shown(conn, game_id, 2)
        game = await games.load_game(conn, game_id)

    assert game is not None
    assert game.version_shown == 3


async def test_marking_a_game_shown_changes_only_what_is_given(database: Database) -> None:
    async with database.write() as conn:
        game_id = await new_game(conn)
        await games.mark_shown(
            conn, game_id, 1, board_message_id=8, board_posted_at=NOW, line_message_id=9, board_turn=4
        )
        await games.mark_shown(conn, game_id, 1, line_message_id=None)
        game = await games.load_game(conn, game_id)

    assert game is not None
    assert (game.board_message_id, game.board_posted_at, game.line_message_id) == (8, NOW, None)
    assert game.board_turn == 4


async def test_the_lobbies_of_a_server_are_those_that_wait_for_players(database: Database) -> None:
    async with database.write() as conn:
        first, playing, over = [await new_game(conn, channel_id=channel) for channel in (1, 2, 3)]
        second = await new_game(conn, channel_id=4)
        await new_game(conn, channel_id=5, guild_id=GUILD + 1)
        await move(conn, playing, 1)
        await end(conn, over, 1)

        assert [game.id for game in await games.open_lobbies(conn, GUILD)] == [first, second]
        assert await games.open_lobbies(conn, GUILD + 2) == []


async def test_a_members_live_games_come_from_all_servers_the_next_due_first(database: Database) -> None:
    async with database.write() as conn:
        late = await new_game(conn, channel_id=1, deadline=NOW + HOUR)
        early = await new_game(conn, channel_id=2, guild_id=GUILD + 1, deadline=NOW)
        never = await new_game(conn, channel_id=3)
        over = await new_game(conn, channel_id=4, deadline=NOW)
        bens = await new_game(conn, channel_id=5, deadline=NOW)
        for game_id in (late, early, never, over):
            await games.replace_seats(conn, game_id, SEATS[:1])
        await games.replace_seats(conn, bens, SEATS[1:])
        await end(conn, over, 1)

        assert [game.id for game in await games.games_of_member(conn, ADA, 10)] == [early, late, never]
        assert [game.id for game in await games.games_of_member(conn, ADA, 1)] == [early]
        assert await games.games_of_member(conn, ADA + 99, 10) == []


async def test_a_rematch_is_found_by_the_game_before_while_it_lives(database: Database) -> None:
    async with database.write() as conn:
        before = await new_game(conn)
        await end(conn, before, 1)
        assert await games.rematch_lobby(conn, before) is None

        rematch = await new_game(conn, rematch_of=before, clock=300)
        found = await games.rematch_lobby(conn, before)
        assert found is not None
        assert (found.id, found.rematch_of, found.clock) == (rematch, before, 300)

        await end(conn, rematch, 1)
        assert await games.rematch_lobby(conn, before) is None


async def test_a_move_stores_what_waits_for_a_time_and_the_next_move_replaces_it(database: Database) -> None:
    async with database.write() as conn:
        game_id = await new_game(conn)
        await move(conn, game_id, 1, timing="{}")
        timed = await games.load_game(conn, game_id)
        await move(conn, game_id, 2, from_timing="{}")
        untimed = await games.load_game(conn, game_id)

    assert timed is not None
    assert untimed is not None
    assert (timed.timing, untimed.timing) == ("{}", None)


async def test_a_reminder_is_noted_and_its_removal_too(database: Database) -> None:
    async with database.write() as conn:
        game_id = await new_game(conn)
        await games.mark_shown(conn, game_id, 1, reminder_message_id=5, reminder_seat=0)
        await games.mark_shown(conn, game_id, 1, board_turn=2)
        reminded = await games.load_game(conn, game_id)
        await games.mark_shown(conn, game_id, 1, reminder_message_id=None, reminder_seat=None)
        cleared = await games.load_game(conn, game_id)

    assert reminded is not None
    assert cleared is not None
    assert (reminded.reminder_message_id, reminded.reminder_seat) == (5, 0)
    assert (cleared.reminder_message_id, cleared.reminder_seat) == (None, None)


async def test_results_belong_to_a_game_and_are_written_once(database: Database) -> None:
    async with database.write() as conn:
        game_id = await new_game(conn)
        await insert_results(conn, [result(game_id, 0), result(game_id, 1, left=True)])

    with pytest.raises(IntegrityError):
        async with database.write() as conn:
            await insert_results(conn, [result(game_id, 0)])
    with pytest.raises(IntegrityError):
        async with database.write() as conn:
            await insert_results(conn, [result(game_id + 1, 0)])

    async with database.read() as conn:
        rows = (await conn.execute(select(results.c.name, results.c.total, results.c.left))).all()
    assert sorted(map(tuple, rows)) == [("Ada", 200, False), ("Ben", 199, True)]
