"""The records of servers on both engines, from the results of games to what is shown of them."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import delete, insert, select, update

from bot.choices import Choices
from bot.game import Order, moves
from bot.game.model import COMPUTER
from bot.games import Games, Press
from bot.periods import Calendar, Period
from bot.rebuilding import Rebuilt, rebuild
from bot.records import Closing, NoSuchGameHere, Records
from bot.results import note
from db.games import SeatRow, replace_seats
from db.privacy import forget_member
from db.removal import guilds_removed
from db.schema import DERIVED, board_tallies, games, guild_settings, results, seasons, standings
from tests.db.builders import new_game, result

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from bot.records import Board, By, Standing
    from db.database import Database

HARBOUR, LIGHTHOUSE = 10 << 22, 11 << 22
ADA, BEN, CHITRA, DAN = 101, 102, 103, 104
FIRST, SECOND = COMPUTER, COMPUTER - 1
NAMES = {ADA: "Ada", BEN: "Ben", CHITRA: "Chitra", DAN: "Dan", FIRST: "deckhand", SECOND: "deckhand 2"}
NOON = datetime(2026, 11, 25, 12, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


class Clock:
    """Tells the time that the test sets."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def records(database: Database, clock: Clock) -> Records:
    return Records(database, clock)


async def played(
    database: Database,
    totals: Mapping[int, int],
    *,
    left: Collection[int] = (),
    at: datetime = NOON,
    guild: int = HARBOUR,
    ruleset: str = "yacht",
    hints: bool = False,
) -> int:
    """Store a game that ended in those totals by member or computer, and count it; returns its id."""
    ranked = [0 if member in left else total + 1 for member, total in totals.items()]
    async with database.write() as conn:
        game_id = await new_game(conn, guild_id=guild, channel_id=random.getrandbits(62), ruleset=ruleset)
        finished = update(games).where(games.c.id == game_id).values(phase="finished", started_at=at, ended_at=at)
        await conn.execute(finished)
        seats = [
            SeatRow(seat=seat, member_id=member, name=NAMES[member], join_id=seat) for seat, member in enumerate(totals)
        ]
        await replace_seats(conn, game_id, seats)
        rows = [
            result(
                game_id,
                0,
                guild_id=guild,
                member_id=member,
                name=NAMES[member],
                ruleset=ruleset,
                total=total,
                place=1 + sum(other > ranked[seat] for other in ranked),
                won=ranked[seat] == max(ranked),
                left=member in left,
                ended_at=at,
                rated=len(totals) > 1 and not hints and min(totals) > 0,
                seats=len(totals),
                hints=hints,
            )
            for seat, (member, total) in enumerate(totals.items())
        ]
        await note(conn, [replace(row, seat=seat) for seat, row in enumerate(rows)])
    return game_id


async def board(records: Records, by: By = "rating", period: Period = Period.ALL, **changes: Any) -> Board:
    facts = {"guild": HARBOUR, "ruleset": "yacht", "page": 0, "reader": ADA, **changes}
    return await records.leaderboard(by=by, period=period, **facts)


async def standing(records: Records, member: int, **changes: Any) -> Standing:
    own = (await board(records, reader=member, **changes)).own
    assert own is not None
    return own


async def closing(records: Records, database: Database, game_id: int) -> Closing:
    """What the last message of a stored game would say."""
    return await records.closing(Known(game_id))  # type: ignore[arg-type]


class Known:
    """As much of a game as is asked for its closing."""

    def __init__(self, game_id: int) -> None:
        self.id = game_id


async def content(database: Database, *tables: Any) -> dict[str, list[tuple[Any, ...]]]:
    async with database.read() as conn:
        return {
            table.name: [tuple(row) for row in await conn.execute(select(table).order_by(*table.primary_key))]
            for table in tables
        }


async def test_a_first_game_moves_ratings_by_the_published_update(records: Records, database: Database) -> None:
    """By hand: sigma = sqrt((25/3)^2 + (25/300)^2) = 8.33375, c = sqrt(2 (sigma^2 + (25/6)^2)) = 13.17669.

    mu = 25 ± sigma^2 / (2 c) = 27.63539 and 22.36461; sigma' = sigma sqrt(1 - (sigma / c)^3 / 4) = 8.06590; shown is
    1000 + 40 (mu - 3 sigma') = 1137.5 and 926.7.
    """
    game_id = await played(database, {ADA: 200, BEN: 150})
    assert (await closing(records, database, game_id)).rating == ((1000, 1138), (1000, 927))
    assert [(row.member_id, row.rating) for row in (await board(records)).rows] == [(ADA, 1138), (BEN, 927)]


async def test_the_next_game_begins_where_the_last_one_ended(records: Records, database: Database) -> None:
    await played(database, {ADA: 200, BEN: 150})
    again = await closing(records, database, await played(database, {BEN: 180, ADA: 170}, at=NOON + HOUR))
    (ben, ben_after), (ada, ada_after) = again.rating
    assert (ben, ada) == (927, 1138)
    assert ben_after > 1000 > ada_after - 138


async def test_who_left_is_last_and_the_others_game_counts(records: Records, database: Database) -> None:
    await played(database, {ADA: 250, BEN: 150, CHITRA: 100}, left=[ADA])
    ada, ben = await standing(records, ADA), await standing(records, BEN)
    assert (ada.games, ada.wins, ada.finished, ada.best) == (1, 0, 0, None)
    assert (ben.games, ben.wins, ben.finished, ben.best) == (1, 1, 1, 150)
    assert [row.member_id for row in (await board(records)).rows] == [BEN, CHITRA, ADA]
    found = await records.statistics(HARBOUR, "yacht", ADA)
    assert found is not None
    assert (found.member.cards, found.server.cards, dict(found.server.totals)) == (0, 2, {100: 1, 150: 1})


async def test_a_shared_win_is_a_win_of_each(records: Records, database: Database) -> None:
    await played(database, {ADA: 200, BEN: 200, CHITRA: 100})
    assert [(row.member_id, row.wins, row.place) for row in (await board(records, "wins")).rows] == [
        (BEN, 1, 1),
        (ADA, 1, 1),
    ]
    ada, ben = await standing(records, ADA), await standing(records, BEN)
    assert ada.rating == ben.rating
    assert (ada.place, ben.place) == (1, 1)


async def test_a_game_alone_counts_for_bests_only(records: Records, database: Database) -> None:
    game_id = await played(database, {ADA: 222})
    ada = await standing(records, ADA)
    assert (ada.games, ada.wins, ada.finished, ada.rating, ada.best) == (0, 0, 0, None, 222)
    assert (await closing(records, database, game_id)) == Closing()
    assert [row.best_game_id for row in (await board(records, "best")).rows] == [game_id]
    assert (await board(records)).rows == ()


async def test_a_game_with_hints_sets_no_record_and_is_not_rated(records: Records, database: Database) -> None:
    await played(database, {ADA: 200, BEN: 150})
    before = await content(database, *DERIVED)
    for totals in ({ADA: 300}, {CHITRA: 300}, {ADA: 300, BEN: 290}):
        game_id = await played(database, totals, hints=True, at=NOON + HOUR)
        assert await closing(records, database, game_id) == Closing()
        assert (await records.history(HARBOUR)).games[0].rated is False
    assert await content(database, *DERIVED) == before


async def test_a_game_against_computers_sets_no_record_and_is_not_rated(records: Records, database: Database) -> None:
    await played(database, {ADA: 200, BEN: 150})
    before = await content(database, *DERIVED)
    for totals in ({ADA: 300, FIRST: 200}, {ADA: 300, FIRST: 310, SECOND: 305}, {ADA: 300, BEN: 290, FIRST: 280}):
        game_id = await played(database, totals, at=NOON + HOUR)
        assert await closing(records, database, game_id) == Closing()
        (past, *_) = (await records.history(HARBOUR)).games
        assert [(seat.member_id, seat.name) for seat in past.seats] == [(each, NAMES[each]) for each in totals]
    assert await content(database, *DERIVED) == before
    assert await records.statistics(HARBOUR, "yacht", FIRST) is None
    assert (await board(records, "best", reader=FIRST)).own is None


async def test_averages_wait_for_five_games(records: Records, database: Database) -> None:
    for number in range(5):
        assert (await board(records, "average")).rows == ()
        await played(
            database, {ADA: 200 + number, BEN: 100}, left=[BEN] if number == 0 else [], at=NOON + number * HOUR
        )
    found = await board(records, "average", reader=BEN)
    assert [(row.member_id, row.average) for row in found.rows] == [(ADA, 20200)]
    assert found.own is not None
    assert (found.own.finished, found.own.place) == (4, None)


async def test_records_that_are_beaten_are_named(records: Records, database: Database) -> None:
    async def after(totals: dict[int, int], **facts: Any) -> Closing:
        after.hours += 1  # type: ignore[attr-defined]
        at = NOON + after.hours * HOUR  # type: ignore[attr-defined]
        found = await closing(records, database, await played(database, totals, at=at, **facts))
        return replace(found, rating=())

    after.hours = 0  # type: ignore[attr-defined]
    assert await after({ADA: 200, BEN: 150}) == Closing()
    assert await after({ADA: 201, BEN: 151}) == Closing(personal_best=(1,), server_best=(0,))
    assert await after({ADA: 201, BEN: 140}) == Closing(server_equalled=(0,))
    assert await after({ADA: 180, BEN: 201}) == Closing(personal_best=(1,), server_equalled=(1,))
    assert await after({ADA: 240, BEN: 150}, left=[ADA]) == Closing()
    assert await after({ADA: 240}) == Closing(server_best=(0,))
    assert await after({CHITRA: 250, BEN: 245, DAN: 250}) == Closing(personal_best=(1,), server_best=(0, 2))
    assert await after({ADA: 100}, ruleset="yahtzee") == Closing()
    assert await after({ADA: 100}, guild=LIGHTHOUSE) == Closing()


async def test_two_servers_never_mix(records: Records, database: Database) -> None:
    await played(database, {ADA: 200, BEN: 150})
    other = await played(database, {BEN: 290, CHITRA: 100}, guild=LIGHTHOUSE)
    assert (await closing(records, database, other)).rating == ((1000, 1138), (1000, 927))
    here, there = await board(records, "best"), await board(records, "best", guild=LIGHTHOUSE)
    assert [(row.member_id, row.best) for row in here.rows] == [(ADA, 200), (BEN, 150)]
    assert [(row.member_id, row.best) for row in there.rows] == [(BEN, 290), (CHITRA, 100)]
    assert there.own is None
    assert await records.statistics(LIGHTHOUSE, "yacht", ADA) is None
    assert [game.id for game in (await records.history(LIGHTHOUSE)).games] == [other]
    with pytest.raises(NoSuchGameHere):
        await records.replay(HARBOUR, other)


async def test_an_abandoned_game_leaves_no_results_and_a_running_one_has_no_replay(
    records: Records, database: Database
) -> None:
    running = Games(database, lambda: NOON, Choices(database))
    press = Press(1, ADA, "Ada", NOON)
    stored = await running.open(press, guild=HARBOUR, channel=1, ruleset="yacht", order=Order.TURNS, duplicate=False)
    await running.act(stored.id, Press(2, BEN, "Ben", NOON), lambda game, _: moves.join(game, BEN, 2))
    await running.act(stored.id, Press(3, ADA, "Ada", NOON), lambda game, dice: moves.start(game, ADA, dice))
    for game_id in (stored.id, stored.id + 1):
        with pytest.raises(NoSuchGameHere):
            await records.replay(HARBOUR, game_id)
    ended = await running.act(stored.id, Press(4, ADA, "Ada", NOON), lambda game, _: moves.end(game, ADA))
    assert await content(database, results, standings) == {"results": [], "standings": []}
    assert await records.closing(ended.after) == Closing()
    replay = await records.replay(HARBOUR, stored.id)
    assert [event.kind for event in replay.events] == ["opened", "joined", "started", "ended"]
    assert replay.times == (NOON,) * 4
    (past,) = (await records.history(HARBOUR)).games
    assert (past.phase, past.rated) == ("abandoned", False)


async def test_a_last_move_whose_results_cannot_be_kept_is_not_made(
    records: Records, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*_: object) -> None:
        raise OSError("no space")

    running = Games(database, lambda: NOON, Choices(database))
    press = Press(1, ADA, "Ada", NOON)
    stored = await running.open(press, guild=HARBOUR, channel=1, ruleset="yacht", order=Order.TURNS, duplicate=False)
    await running.act(stored.id, Press(2, ADA, "Ada", NOON), lambda game, dice: moves.start(game, ADA, dice))
    monkeypatch.setattr("bot.games.note", refuse)
    for number in range(12):
        if number:
            await running.act(stored.id, Press(100 + number, ADA, "Ada", NOON), score)
        await running.act(stored.id, Press(200 + number, ADA, "Ada", NOON), roll)
    with pytest.raises(OSError, match="no space"):
        await running.act(stored.id, Press(299, ADA, "Ada", NOON), score)
    stuck = await running.load(stored.id)
    assert stuck.game.live
    assert len(stuck.game.seats[0].card.scores) == 11
    monkeypatch.undo()
    await running.act(stored.id, Press(300, ADA, "Ada", NOON), score)
    assert (await standing(records, ADA)).best == (await running.load(stored.id)).game.total(0)


def roll(game: Any, dice: Any) -> Any:
    return moves.roll(game, ADA, game.moment(0), dice)


def score(game: Any, _: Any) -> Any:
    box = game.rules.open_boxes(game.seats[0].card)[0].key
    return moves.score(game, ADA, game.moment(0), box)


async def test_weeks_and_months_begin_at_midnight_of_the_server(
    records: Records, database: Database, clock: Clock
) -> None:
    async with database.write() as conn:
        await conn.execute(insert(guild_settings).values(guild_id=HARBOUR, time_zone="Asia/Kolkata"))
        await conn.execute(insert(guild_settings).values(guild_id=LIGHTHOUSE, time_zone="Atlantis/Capital"))
    sunday_evening = datetime(2026, 11, 29, 18, 29, tzinfo=UTC)
    for guild in (HARBOUR, LIGHTHOUSE):
        await played(database, {ADA: 200, BEN: 100}, at=sunday_evening, guild=guild)
        await played(database, {ADA: 150, BEN: 160}, at=sunday_evening + timedelta(minutes=1), guild=guild)
    clock.now = sunday_evening + timedelta(minutes=2)
    wins = {guild: await board(records, "wins", Period.WEEK, guild=guild) for guild in (HARBOUR, LIGHTHOUSE)}
    # Half past six in the evening UTC is midnight in Kolkata; a zone that nobody knows is taken for UTC.
    assert [row.member_id for row in wins[HARBOUR].rows] == [BEN]
    assert [row.member_id for row in wins[LIGHTHOUSE].rows] == [BEN, ADA]
    clock.now = datetime(2026, 11, 30, 18, 30, tzinfo=UTC)
    assert (await board(records, "wins", Period.MONTH)).rows == ()
    assert len((await board(records, "wins", Period.MONTH, guild=LIGHTHOUSE)).rows) == 2


async def test_a_season_begins_empty_and_deletes_nothing(records: Records, database: Database, clock: Clock) -> None:
    assert (await board(records, period=Period.SEASON)).season is None
    await played(database, {ADA: 200, BEN: 150})
    clock.now = NOON + HOUR
    spring = await records.start_season(HARBOUR, "Spring")
    assert await records.season(HARBOUR) == spring
    empty = await board(records, "wins", Period.SEASON)
    assert (empty.rows, empty.own, empty.season) == ((), None, spring)
    await played(database, {BEN: 180, CHITRA: 150}, at=NOON + 2 * HOUR)
    clock.now = NOON + 3 * HOUR
    assert [row.member_id for row in (await board(records, "wins", Period.SEASON)).rows] == [BEN]
    assert len((await board(records, "wins")).rows) == 2
    # The rating goes on: Ben's is that of both his games.
    ratings = [(await standing(records, BEN, period=period)).rating for period in (Period.ALL, Period.SEASON)]
    assert ratings[0] == ratings[1] != 1138
    await records.start_season(HARBOUR, "Summer")
    assert (await board(records, "wins", Period.SEASON)).rows == ()
    assert await records.season(LIGHTHOUSE) is None


async def test_a_page_beyond_the_end_is_the_last(records: Records, database: Database) -> None:
    for member in range(200, 212):
        NAMES[member] = f"member {member}"
        await played(database, {member: member})
    last = await board(records, "best", page=7, reader=211)
    assert (last.page, last.pages, last.total) == (1, 2, 12)
    assert [(row.place, row.best) for row in last.rows] == [(11, 201), (12, 200)]
    assert last.own is not None
    assert last.own.place == 1
    assert (await records.history(HARBOUR, page=5)).games == ()


async def test_rulesets_that_the_code_no_longer_has_are_offered_last(records: Records, database: Database) -> None:
    assert await records.rulesets_played(HARBOUR) == ()
    for ruleset in ("aardvark", "yahtzee", "yacht", "yahtzee"):
        await played(database, {ADA: 200}, ruleset=ruleset)
    await played(database, {ADA: 200}, ruleset="yahtzee-free-joker", guild=LIGHTHOUSE)
    assert await records.rulesets_played(HARBOUR) == ("yacht", "yahtzee", "aardvark")


async def test_games_that_end_at_once_are_rated_in_the_order_in_which_they_are_stored(
    records: Records, database: Database
) -> None:
    await played(database, {ADA: 200, BEN: 150}, at=NOON + timedelta(seconds=2))
    late = await played(database, {ADA: 200, BEN: 150}, at=NOON)
    before = await content(database, results, *DERIVED)
    assert (await closing(records, database, late)).rating[0][0] == 1138
    await rebuild(database, [HARBOUR])
    assert await content(database, results, *DERIVED) == before


async def random_history(database: Database, records: Records, clock: Clock, seed: int) -> None:
    """Sixty games of four members on two servers, with seasons begun in between.

    Some are played alone, with hints or against computers, some are left, some tied.
    """
    chance = random.Random(seed)
    at = NOON
    for _ in range(60):
        at += timedelta(minutes=chance.choice([0, 1, 60, 3000, 12000]))
        guild = chance.choice([HARBOUR, LIGHTHOUSE])
        if chance.random() < 0.05:
            clock.now = at
            await records.start_season(guild, "Another")
        members = chance.sample([ADA, BEN, CHITRA, DAN], chance.randint(1, 4))
        totals = {member: chance.randint(100, 130) for member in members}
        left = [member for member in members[1:] if chance.random() < 0.2]
        if chance.random() < 0.2:
            totals |= {computer: chance.randint(100, 130) for computer in (FIRST, SECOND)}
        ruleset = chance.choice(["yacht", "yahtzee"])
        hints = chance.random() < 0.3
        await played(database, totals, left=left, at=at, guild=guild, ruleset=ruleset, hints=hints)


@pytest.mark.parametrize("seed", range(3))
async def test_what_is_rebuilt_is_what_came_to_be_game_by_game(
    records: Records, database: Database, clock: Clock, seed: int
) -> None:
    await random_history(database, records, clock, seed)
    before = await content(database, results, seasons, *DERIVED)
    async with database.write() as conn:
        await conn.execute(update(standings).values(games=standings.c.games + 1, mu=1.0, best=None))
        await conn.execute(update(results).values(mu=None, sigma=None, best_before=7, server_best_before=None))
    done = await rebuild(database, [HARBOUR, LIGHTHOUSE])
    assert (done.guilds, done.games, done.results) == (2, 60, len(before["results"]))
    assert await content(database, results, seasons, *DERIVED) == before


async def test_servers_without_standings_are_rebuilt_at_the_start_and_no_others(
    records: Records, database: Database, clock: Clock
) -> None:
    await random_history(database, records, clock, 4)
    before = await content(database, results, *DERIVED)
    assert await records.rebuild_missing() == Rebuilt()
    async with database.write() as conn:
        for table in DERIVED:
            await conn.execute(delete(table).where(table.c.guild_id == LIGHTHOUSE))
        await conn.execute(update(results).values(mu=None, sigma=None).where(results.c.guild_id == LIGHTHOUSE))
    assert (await records.rebuild_missing()).guilds == 1
    assert await content(database, results, *DERIVED) == before


async def test_a_rebuild_leaves_those_alone_who_met_a_former_player(
    records: Records, database: Database, clock: Clock
) -> None:
    await random_history(database, records, clock, 5)
    async with database.write() as conn:
        await conn.execute(update(games).values(state='{"seats":[]}'))
        assert not (await forget_member(conn, DAN, limit=100)).more
    before = await content(database, *DERIVED)
    await rebuild(database, [HARBOUR, LIGHTHOUSE])
    assert await content(database, *DERIVED) == before


async def removed(database: Database) -> list[int]:
    async with database.read() as conn:
        return sorted(await guilds_removed(conn))


async def known(database: Database, guilds: Sequence[int]) -> None:
    for guild in guilds:
        async with database.write() as conn:
            await conn.execute(insert(guild_settings).values(guild_id=guild))
        await played(database, {ADA: 200, BEN: 150}, guild=guild)


async def test_what_a_server_leaves_is_deleted_after_thirty_days(records: Records, database: Database) -> None:
    await known(database, [HARBOUR, LIGHTHOUSE])
    await records.guild_removed(HARBOUR)
    await records.delete_removed(NOON + 30 * DAY, present=[LIGHTHOUSE])
    assert len((await board(records)).rows) == 2
    await records.delete_removed(NOON + 30 * DAY + HOUR, present=[LIGHTHOUSE])
    assert (await board(records)).rows == ()
    assert [row[2] for row in (await content(database, results))["results"]] == [LIGHTHOUSE] * 2
    assert await removed(database) == []


async def test_an_invitation_in_time_keeps_everything(records: Records, database: Database) -> None:
    await known(database, [HARBOUR])
    await records.guild_removed(HARBOUR)
    await records.guild_restored(HARBOUR)
    await records.delete_removed(NOON + 400 * DAY, present=[])
    assert len((await board(records)).rows) == 2


async def test_an_invitation_that_nobody_noticed_keeps_everything(records: Records, database: Database) -> None:
    await known(database, [HARBOUR])
    await records.guild_removed(HARBOUR)
    await records.delete_removed(NOON + 400 * DAY, present=[HARBOUR])
    assert len((await board(records)).rows) == 2
    assert await removed(database) == []


async def test_a_start_notes_which_servers_of_its_own_are_gone_and_which_are_back(
    records: Records, database: Database
) -> None:
    await known(database, [HARBOUR, LIGHTHOUSE, 12 << 22])
    await records.guilds_present([LIGHTHOUSE], mine=lambda guild: guild != 12 << 22)
    assert await removed(database) == [HARBOUR]
    await records.guilds_present([LIGHTHOUSE, HARBOUR], mine=lambda guild: guild != 12 << 22)
    assert await removed(database) == []


@pytest.mark.parametrize("seed", range(3))
async def test_with_a_new_time_zone_month_and_week_are_what_a_rebuild_makes_of_them(
    records: Records, database: Database, clock: Clock, seed: int
) -> None:
    chance = random.Random(seed)
    zones = ["Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Kolkata", "America/New_York", "UTC"]
    for _ in range(60):
        clock.now += timedelta(minutes=chance.choice([1, 60, 300, 900]))
        if chance.random() < 0.2:
            await records.change_time_zone(HARBOUR, chance.choice(zones))
        members = chance.sample([ADA, BEN, CHITRA], chance.randint(1, 3))
        await played(database, {member: chance.randint(100, 130) for member in members}, at=clock.now)
    assert clock.now > NOON + 6 * DAY
    for zone in zones:
        await records.change_time_zone(HARBOUR, zone)
        shown, counted = await recent(database, clock.now, zone), await content(database, *DERIVED[2:])
        assert shown["standings"] or zone == "Pacific/Kiritimati"
        await rebuild(database, [HARBOUR])
        assert await recent(database, clock.now, zone) == shown
        assert await content(database, *DERIVED[2:]) == counted


async def recent(database: Database, now: datetime, zone: str) -> dict[str, list[tuple[Any, ...]]]:
    """What is derived of all time and of months and weeks that are not past."""
    keys = Calendar(ZoneInfo(zone), ()).recent(now) | {"all"}
    found = await content(database, standings, board_tallies)
    return {table: [row for row in rows if keys & {*row}] for table, rows in found.items()}


async def test_a_new_time_zone_moves_games_of_that_server_alone(
    records: Records, database: Database, clock: Clock
) -> None:
    monday = datetime(2026, 11, 29, 20, tzinfo=UTC)
    for guild in (HARBOUR, LIGHTHOUSE):
        await played(database, {ADA: 200, BEN: 150}, at=monday - HOUR, guild=guild)
        await played(database, {ADA: 150, BEN: 200}, at=monday, guild=guild)
    clock.now = monday + 2 * HOUR
    before = await content(database, standings)
    await records.change_time_zone(HARBOUR, "Asia/Kolkata")
    assert [row.games for row in (await board(records, period=Period.WEEK)).rows] == [2, 2]
    await records.change_time_zone(HARBOUR, "Asia/Dubai")
    week = await board(records, period=Period.WEEK)
    assert [(row.name, row.games, row.wins) for row in week.rows] == [("Ben", 1, 1), ("Ada", 1, 0)]
    assert (await board(records, period=Period.WEEK, guild=LIGHTHOUSE)).rows[0].games == 2
    await records.change_time_zone(HARBOUR, "UTC")
    assert await content(database, standings) == before
