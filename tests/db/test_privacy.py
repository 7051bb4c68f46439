"""What is kept of a member and its removal, on both engines, with games that were really played."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import func, select

from bot.choices import Choices
from bot.game import Game, Order, event_from_json, moves
from bot.game.events import fold
from bot.game.model import COMPUTER
from bot.games import Games, Press
from db import privacy
from db.games import append_events, count_events
from db.preferences import all_preferences, change_preferences
from db.privacy import Forgotten, StillPlaying
from db.schema import card_statistics, events, metadata, presses, results, standings
from db.standings import leaderboard
from tests.db.builders import ADA, BEN, CHANNEL, GUILD, NOW

if TYPE_CHECKING:
    from bot.games import Move
    from db.database import Database

GUEST = BEN + 1
NAMES = {ADA: "Ada", BEN: "Ben", GUEST: "Gus"}


class Table:
    """One channel where games are opened, played and ended by members' presses."""

    def __init__(self, database: Database, channel: int = CHANNEL) -> None:
        self.database = database
        self.games = Games(database, lambda: NOW, Choices(database))
        self.channel = channel
        self.ids = itertools.count(1000 * (channel - CHANNEL + 1))
        self.id = 0

    async def open(self) -> None:
        """Ada's lobby, which a guest visited, with Ben in it."""
        press = self.press(ADA)
        stored = await self.games.open(
            press, guild=GUILD, channel=self.channel, ruleset="yacht", order=Order.TURNS, duplicate=False
        )
        self.id = stored.id
        await self.join(GUEST)
        await self.act(GUEST, lambda game, _: moves.leave_lobby(game, GUEST))
        await self.join(BEN)

    async def join(self, member: int) -> None:
        press = self.press(member)
        await self.games.act(self.id, press, lambda game, _: moves.join(game, member, press.interaction))

    async def start(self) -> None:
        await self.act(ADA, lambda game, dice: moves.start(game, ADA, dice))

    async def turn(self) -> None:
        """Whose turn it is rolls once and fills the first box that is open."""
        game = (await self.games.load(self.id)).game
        index = game.current
        assert index is not None
        player, moment = game.seats[index].player, game.moment(index)
        game = await self.act(player, lambda game, dice: moves.roll(game, player, moment, dice))
        box = game.rules.open_boxes(game.seats[index].card)[0].key
        await self.act(player, lambda game, _: moves.score(game, player, game.moment(index), box))

    async def finish(self) -> None:
        while (await self.games.load(self.id)).game.live:
            await self.turn()

    async def act(self, member: int, move: Move) -> Game:
        return (await self.games.act(self.id, self.press(member), move)).after.game

    def press(self, member: int) -> Press:
        return Press(next(self.ids), member, NAMES[member], NOW)


@pytest.fixture
async def table(database: Database) -> Table:
    table = Table(database)
    await table.open()
    return table


async def forget(database: Database, member: int, **limits: int) -> Forgotten:
    async with database.write() as conn:
        return await privacy.forget_member(conn, member, **limits)


async def everything(database: Database) -> str:
    """All rows of all tables as text."""
    async with database.read() as conn:
        tables = [await conn.execute(select(table)) for table in metadata.sorted_tables]
        return "\n".join(str(row) for table in tables for row in table)


async def history_of(database: Database, game_id: int) -> Game:
    async with database.read() as conn:
        found = await conn.execute(
            select(events.c.kind, events.c.data).where(events.c.game_id == game_id).order_by(events.c.number)
        )
        return fold(event_from_json(kind, json.loads(data)) for kind, data in found)


async def test_a_forgotten_member_is_nowhere_and_the_game_folds_as_before(table: Table, database: Database) -> None:
    await table.start()
    await table.finish()
    before = (await table.games.load(table.id)).game

    assert await forget(database, BEN) == Forgotten(games=1, results=1, more=False)

    kept = await everything(database)
    assert str(BEN) not in kept
    assert "Ben" not in kept
    after = (await table.games.load(table.id)).game
    assert [seat.player for seat in after.seats] == [ADA, -2]
    assert [seat.card for seat in after.seats] == [seat.card for seat in before.seats]
    assert (await history_of(database, table.id)).to_json() == after.to_json()


async def test_the_opponents_records_stay(table: Table, database: Database) -> None:
    await table.start()
    await table.finish()
    async with database.read() as conn:
        before = await leaderboard(conn, GUILD, "yacht", "rating", "all", 0)

    await forget(database, BEN)

    async with database.read() as conn:
        after = await leaderboard(conn, GUILD, "yacht", "rating", "all", 0)
        kept = (await conn.execute(select(results.c.member_id, results.c.name).order_by(results.c.seat))).all()
        counted = (await conn.execute(select(func.sum(card_statistics.c.cards)))).scalar_one()
    assert {row.member_id for row in before.rows} == {ADA, BEN}
    assert after.total == 1
    assert after.rows == tuple(replace(row, place=1) for row in before.rows if row.member_id == ADA)
    assert [tuple(row) for row in kept] == [(ADA, "Ada"), (-2, "")]
    assert counted == 1 + 2  # Ada's card, and two of the server


async def test_no_best_total_leads_from_one_game_of_a_former_player_to_the_next(
    table: Table, database: Database
) -> None:
    await table.start()
    await table.finish()
    again = Table(database, CHANNEL + 1)
    await again.open()
    await again.start()
    await again.finish()

    await forget(database, BEN)

    async with database.read() as conn:
        kept = await conn.execute(
            select(results.c.seat, results.c.best_before).where(results.c.game_id == again.id).order_by(results.c.seat)
        )
        ada, former = kept.all()
    assert ada.best_before is not None
    assert former.best_before is None


async def test_the_host_is_forgotten_too(table: Table, database: Database) -> None:
    await table.start()
    await table.finish()

    await forget(database, ADA)

    assert str(ADA) not in await everything(database)
    game = (await table.games.load(table.id)).game
    assert (game.host, [seat.player for seat in game.seats]) == (-1, [-1, BEN])


async def test_a_guest_of_the_lobby_is_forgotten_though_he_has_no_seat(table: Table, database: Database) -> None:
    await table.start()

    assert await forget(database, GUEST) == Forgotten(games=1, results=0, more=False)

    assert str(GUEST) not in await everything(database)
    assert (await history_of(database, table.id)).to_json() == (await table.games.load(table.id)).game.to_json()


async def test_who_still_plays_is_not_forgotten(table: Table, database: Database) -> None:
    async with database.read() as conn:
        assert await privacy.members_live_games(conn, BEN) == [table.id]
        assert await privacy.members_live_games(conn, GUEST) == []

    with pytest.raises(StillPlaying) as refusal:
        await forget(database, BEN)

    assert refusal.value.game_ids == [table.id]
    assert (await table.games.load(table.id)).names == ("Ada", "Ben")


async def test_a_running_game_goes_on_without_the_member_who_left_and_was_forgotten(
    table: Table, database: Database
) -> None:
    await table.start()
    await table.turn()
    await table.act(BEN, lambda game, _: moves.leave(game, BEN))

    assert await forget(database, BEN) == Forgotten(games=1, results=0, more=False)
    await table.finish()

    assert str(BEN) not in await everything(database)
    async with database.read() as conn:
        kept = (await conn.execute(select(results.c.member_id, results.c.name, results.c.left))).all()
        listed = (await conn.execute(select(standings.c.member_id))).scalars().all()
    assert sorted(tuple(row) for row in kept) == [(-2, "", True), (ADA, "Ada", False)]
    assert set(listed) == {ADA}


async def test_computers_keep_their_names_when_their_member_is_forgotten(table: Table, database: Database) -> None:
    for number in range(2):
        await table.act(ADA, lambda game, _, number=number: moves.add_computer(game, ADA, "deckhand", number))  # type: ignore[misc]
    await table.act(ADA, lambda game, _: moves.add_computer(game, ADA, "deckhand", 9))
    await table.act(ADA, lambda game, _: moves.dismiss_computer(game, ADA, COMPUTER))
    await table.act(BEN, lambda game, _: moves.leave(game, BEN))
    await table.start()
    await table.finish()

    await forget(database, ADA)

    stored = await table.games.load(table.id)
    assert str(ADA) not in await everything(database)
    assert [seat.player for seat in stored.game.seats] == [-1, COMPUTER - 1, COMPUTER - 2]
    assert stored.names == ("", "deckhand 2", "deckhand 3")
    async with database.read() as conn:
        assert (await conn.execute(select(events.c.member_id).where(events.c.member_id < 0))).all() == []
        kept = (await conn.execute(select(results.c.member_id, results.c.name).order_by(results.c.seat))).all()
    assert [tuple(row) for row in kept] == [(-1, ""), (COMPUTER - 1, "deckhand 2"), (COMPUTER - 2, "deckhand 3")]
    assert (await history_of(database, table.id)).to_json() == stored.game.to_json()


async def test_forgetting_goes_in_parts_and_finds_nothing_in_the_end(table: Table, database: Database) -> None:
    second = Table(database, CHANNEL + 1)
    await second.open()
    for each in (table, second):
        await each.act(ADA, lambda game, _: moves.cancel_lobby(game, ADA))

    assert await forget(database, BEN, limit=1) == Forgotten(games=1, results=0, more=True)
    assert await forget(database, BEN, limit=1) == Forgotten(games=1, results=0, more=False)
    assert await forget(database, BEN, limit=1) == Forgotten(games=0, results=0, more=False)
    assert await forget(database, 5) == Forgotten(games=0, results=0, more=False)


async def test_an_export_holds_everything_of_the_member_and_nothing_of_others(table: Table, database: Database) -> None:
    await table.start()
    await table.finish()

    async with database.read() as conn:
        export = json.loads(json.dumps(await privacy.export_member(conn, BEN)))
        pressed = (await conn.execute(select(func.count()).where(presses.c.member_id == BEN))).scalar_one()

    assert (export["member_id"], len(export["games"])) == (BEN, 1)
    game: dict[str, Any] = export["games"][0]
    assert (game["id"], game["guild_id"], game["phase"]) == (table.id, GUILD, "finished")
    assert game["opened_at"] == "2026-03-04T05:06:07.890000+00:00"
    assert [seat["name"] for seat in game["seats"]] == ["Ben"]
    assert [row["member_id"] for row in game["results"]] == [BEN]
    assert len(game["presses"]) == pressed
    kinds = [event["kind"] for event in game["events"]]
    assert kinds == ["joined", *["rolled", "scored"] * 12]
    assert {row["period"] for row in export["standings"]} == {"all", "month:2026-03", "week:2026-03-02"}
    assert [row["cards"] for row in export["card_statistics"]] == [1]
    assert [row["games"] for row in export["box_statistics"]] == [1] * 12
    assert [row["games"] for row in export["total_statistics"]] == [1]
    assert str(ADA) not in json.dumps(export)


async def test_what_a_member_did_to_anothers_seat_is_his_too(table: Table, database: Database) -> None:
    await table.start()
    async with database.write() as conn:
        number = await count_events(conn, table.id) + 1
        decided = [("zeroed", '{"seat":0,"by":1}'), ("zeroed", '{"seat":0,"by":null}'), ("zeroed", '{"seat":1,"by":0}')]
        await append_events(conn, table.id, decided, first_number=number, at=NOW)

        bens = await privacy.export_member(conn, BEN)

    assert [event["data"] for event in bens["games"][0]["events"] if event["kind"] == "zeroed"] == [
        '{"seat":0,"by":1}',
        '{"seat":1,"by":0}',
    ]


async def test_preferences_are_given_and_deleted(table: Table, database: Database) -> None:
    async with database.write() as conn:
        for member in (ADA, GUEST, 5):
            await change_preferences(conn, member, pings="reminders", locale="de")
        export = await privacy.export_member(conn, 5)
    assert export["member_preferences"] == [{"member_id": 5, "pings": "reminders", "locale": "de"}]

    assert await forget(database, 5) == Forgotten(games=0, results=0, more=False, preferences=True)
    assert await forget(database, GUEST) == Forgotten(games=1, results=0, more=False, preferences=True)
    with pytest.raises(StillPlaying):
        await forget(database, ADA)

    async with database.read() as conn:
        assert set(await all_preferences(conn)) == {ADA}


async def test_an_export_of_who_never_played_is_empty(database: Database) -> None:
    async with database.read() as conn:
        export = await privacy.export_member(conn, 5)

    assert export == {
        "member_id": 5,
        "member_preferences": [],
        "games": [],
        "standings": [],
        "card_statistics": [],
        "box_statistics": [],
        "total_statistics": [],
    }
