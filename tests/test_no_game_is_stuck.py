"""Whatever members press, whoever leaves and however the bot restarts: no game is stuck, and no channel blocked."""

from __future__ import annotations

import asyncio
import itertools
import shutil
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from bot.choices import Choices
from bot.clocks import CLOCKS
from bot.deadlines import Deadlines
from bot.game import Game, Moment, Order, Phase, moves
from bot.game.refusals import Refusal
from bot.games import Games, Press
from bot.rules import RULESETS
from bot.strategy.players import STAND_IN
from bot.timing import DueKind
from db.database import Database
from db.due import ALL_SHARDS
from tests.in_play import CHANNEL, GUILD, Clock, is_whole
from tests.rules.toy import TOY
from tests.waiting import STRANGER, check_lobby, check_playing

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterator
    from datetime import datetime
    from pathlib import Path

    from bot.deadlines import Done
    from bot.games import Move, StoredGame

NAMES = {101: "Ada", 102: "Ben", 103: "Cal", 104: "Dee"}
PLAYERS = tuple(NAMES)
ANYBODY = (*PLAYERS, STRANGER)
LONGEST = timedelta(days=31)
# More than this falls due in no game, however long nobody presses.
MOST_STEPS = 400
WALKS = settings(max_examples=12, stateful_step_count=50, deadline=None, suppress_health_check=list(HealthCheck))

SPANS = [timedelta(minutes=each) for each in (1, 4, 30, 60, 400, 720, 1441, 4321)]
LONG_SPANS = [timedelta(days=each) for each in (5, 8, 31)]

processes = st.sampled_from((0, 1))
anybody = st.sampled_from(ANYBODY)
seldom = st.sampled_from((False, False, False, True))


@pytest.fixture
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hypothesis needs the same dice for the same presses."""
    monkeypatch.setattr("bot.games.secrets.token_bytes", bytes)


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of five boxes, whose end is near."""
    monkeypatch.setitem(RULESETS, TOY.key, TOY)


@pytest.fixture
def runner() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as opened:
        yield opened


@dataclass(frozen=True)
class Process:
    """One process of the bot; two on one database know of each other what they read there."""

    games: Games
    choices: Choices
    deadlines: Deadlines


async def _left(process: Process, stored: StoredGame, player: int) -> StoredGame:
    return (await process.games.dismiss(stored.id, lambda game, _: moves.leave(game, player))).after


class Channel(RuleBasedStateMachine):
    """One channel, its members, two processes of the bot, and the time that passes."""

    def __init__(self, runner: asyncio.Runner, migrated: Path, order: Order) -> None:
        super().__init__()
        self.order = order
        self._runner = runner
        self._folder = TemporaryDirectory()
        self._url = f"sqlite+aiosqlite:///{self._folder.name}/club.db"
        shutil.copy(migrated, f"{self._folder.name}/club.db")
        self.clock = Clock()
        self.interactions = itertools.count(5000)
        self.gone: set[int] = set()
        self.reminders: set[tuple[Any, ...]] = set()
        self.run(self._boot())

    def run(self, doing: Coroutine[Any, Any, Any]) -> Any:
        return self._runner.run(doing)

    async def _boot(self) -> None:
        self.database = await Database.open(self._url)
        self.processes = [await self._process() for _ in range(2)]

    async def _process(self) -> Process:
        choices = Choices(self.database)
        await choices.read()
        games = Games(self.database, self.clock, choices)
        return Process(games, choices, Deadlines(self.database, games, choices, ALL_SHARDS))

    @initialize(
        ruleset=st.sampled_from(("toy", "toy", "toy", "yacht", "yahtzee")),
        duplicate=st.booleans(),
        clock=st.sampled_from((None, *CLOCKS)),
        seats=st.sampled_from((2, 3, 4, 4, 3, 2, 1, 0)),
        on_expiry=st.sampled_from((None, None, None, "wait", "computer", "remove")),
        computer=st.booleans(),
    )
    def open(
        self, ruleset: str, duplicate: bool, clock: timedelta | None, seats: int, on_expiry: str | None, computer: bool
    ) -> None:
        """A lobby, or a game of so many seats that has just started; a computer may play for who sat down last."""
        self.run(self._open(ruleset, duplicate, clock))
        if seats:
            for player in PLAYERS[1:seats]:
                self.sit_down(player, 0)
            self.start(PLAYERS[0], 0)
            if computer:
                self.leave(PLAYERS[seats - 1], True, 0)
                self.decide_about_a_seat(PLAYERS[1], seats - 1, False, 0)
        if on_expiry is not None:
            self.run(self.processes[0].choices.change_server(GUILD, on_expiry=on_expiry))

    async def _open(self, ruleset: str, duplicate: bool, clock: timedelta | None) -> None:
        stored = await self.processes[0].games.open(
            self.press_of(PLAYERS[0]),
            guild=GUILD,
            channel=CHANNEL,
            ruleset=ruleset,
            order=self.order,
            duplicate=duplicate,
            clock=clock,
        )
        self.id, self.last_press = stored.id, self.clock.now
        self.stored = self.shown = stored

    def press_of(self, player: int) -> Press:
        return Press(next(self.interactions), player, NAMES.get(player, "Stranger"), self.clock.now)

    def act(self, by: int, player: int, move: Move) -> None:
        """That member presses, unless he is not there any more. It is carried out or refused."""
        if player not in self.gone:
            self.run(self._act(by, player, move))

    async def _act(self, by: int, player: int, move: Move) -> None:
        with suppress(Refusal):
            outcome = await self.processes[by].games.act(self.id, self.press_of(player), move)
            self.last_press = self.clock.now
            self.stored = outcome.after

    @property
    def game(self) -> Game:
        return self.stored.game

    def phase(self) -> Phase:
        return self.game.phase

    def board_of(self, player: int, *, old: bool = False) -> Moment:
        """The board of that player's seat, or of the first one, now or as it once was."""
        game = self.shown.game if old else self.game
        return game.moment(game.index_of(player) or 0)

    @precondition(lambda self: self.phase() is Phase.LOBBY)
    @rule(player=anybody, by=processes)
    def sit_down(self, player: int, by: int) -> None:
        joining = next(self.interactions)
        if player != STRANGER:
            self.act(by, player, lambda game, _: moves.join(game, player, joining))

    @precondition(lambda self: self.phase() is Phase.LOBBY)
    @rule(player=anybody, by=processes)
    def start(self, player: int, by: int) -> None:
        away = self.run(self.processes[by].games.host_is_away(self.id, self.clock.now))
        self.act(by, player, lambda game, dice: moves.start(game, player, dice, host_away=away))

    def waited_for(self, whose: int) -> int:
        """A player who may act: in order `together`, not always the first of them."""
        acting = [seat.player for index, seat in enumerate(self.game.seats) if self.game.may_act(index)]
        return acting[whose % len(acting)] if acting else PLAYERS[0]

    @precondition(lambda self: self.phase() is Phase.PLAYING)
    @rule(turns=st.integers(1, 6), whose=st.integers(0, 3), by=processes, then=processes)
    def play(self, turns: int, whose: int, by: int, then: int) -> None:
        """Whoever may act rolls, and fills a box."""
        for _ in range(turns):
            player = self.waited_for(whose)
            self.roll(player, self.board_of(player), by)
            self.score(player, self.board_of(player), 0, then)

    @precondition(lambda self: self.phase() is Phase.PLAYING)
    @rule(whose=st.integers(0, 3), places=st.sets(st.integers(0, 4), max_size=4), by=processes)
    def roll_and_hold(self, whose: int, places: set[int], by: int) -> None:
        player = self.waited_for(whose)
        self.roll(player, self.board_of(player), by)
        for place in sorted(places):
            self.hold(player, self.board_of(player), place, by)

    @precondition(lambda self: self.phase() is not Phase.LOBBY)
    @rule(player=anybody, of=anybody, old=st.booleans(), number=st.integers(0, 12), by=processes)
    def press_any_board(self, player: int, of: int, old: bool, number: int, by: int) -> None:
        moment = self.board_of(of, old=old)
        self.roll(player, moment, by)
        self.hold(player, moment, number, by)
        self.score(player, moment, number, by)

    def roll(self, player: int, moment: Moment, by: int) -> None:
        self.act(by, player, lambda game, dice: moves.roll(game, player, moment, dice))

    def hold(self, player: int, moment: Moment, place: int, by: int) -> None:
        self.act(by, player, lambda game, _: moves.hold(game, player, moment, place))

    def score(self, player: int, moment: Moment, number: int, by: int) -> None:
        seat = self.game.seats[self.game.index_of(player) or 0]
        options = self.game.rules.options(seat.card, seat.turn.dice) if seat.turn.roll else ()
        box = options[number % len(options)].box if options else "sixes"
        self.act(by, player, lambda game, _: moves.score(game, player, moment, box))

    @rule(player=anybody, by=processes)
    def undo(self, player: int, by: int) -> None:
        self.act(by, player, lambda game, _: moves.undo(game, player))

    @rule(player=anybody, sure=seldom, by=processes)
    def leave(self, player: int, sure: bool, by: int) -> None:
        if sure:
            self.act(by, player, lambda game, _: moves.leave(game, player))

    @precondition(lambda self: self.phase() is Phase.PLAYING)
    @rule(player=anybody, choice=st.sampled_from(("wait", "stand in", "remove")), old=seldom, by=processes)
    def decide_about_a_turn(self, player: int, choice: str, old: bool, by: int) -> None:
        """About the turn that is late, or that was; where none is, about any."""
        game = self.shown.game if old else self.game
        late = game.late_seat or 0
        turn, player = game.turn_id(late), self.decider(late, player)
        made: dict[str, Move] = {
            "wait": lambda game, _: moves.wait(game, player, turn),
            "stand in": lambda game, _: moves.stand_in(game, player, turn, STAND_IN),
            "remove": lambda game, _: moves.remove(game, player, turn),
        }
        self.act(by, player, made[choice])

    @precondition(lambda self: self.phase() is Phase.PLAYING)
    @rule(player=anybody, about=st.integers(0, 4), zeros=st.booleans(), by=processes)
    def decide_about_a_seat(self, player: int, about: int, zeros: bool, by: int) -> None:
        """About the seat that was left; where none is undecided, about any."""
        undecided = self.game.undecided_seat
        seat = about if undecided is None else undecided
        player = self.decider(seat, player)
        if zeros:
            self.act(by, player, lambda game, _: moves.zero(game, player, seat))
        else:
            self.act(by, player, lambda game, _: moves.take_over(game, player, seat, STAND_IN))

    def decider(self, about: int, player: int) -> int:
        """That player, but mostly, in place of a stranger too, the first who may decide about that seat."""
        others = self.game.others_of(about)
        return player if player in (PLAYERS[1], PLAYERS[2]) or not others else self.game.seats[others[0]].player

    @rule(player=anybody, sure=st.integers(0, 9), by=processes)
    def end(self, player: int, sure: int, by: int) -> None:
        if sure == 9:
            self.act(by, player, lambda game, _: moves.end(game, player, may_manage=player == STRANGER))

    @rule(player=st.sampled_from(PLAYERS), sure=seldom)
    def leave_the_server(self, player: int, sure: bool) -> None:
        """The bot hears nothing of it, and looks when a turn or the game runs out."""
        if sure:
            self.gone.add(player)

    @precondition(lambda self: self.phase() is Phase.PLAYING)
    @rule(by=processes)
    def plan_nudge(self, by: int) -> None:
        self.run(self.processes[by].games.plan_nudge(self.stored, self.clock.now + timedelta(seconds=90)))

    @rule(
        on_expiry=st.sampled_from(("ask", "wait", "computer", "remove")),
        computers=st.booleans(),
        quiet=st.sampled_from((None, (22 * 60, 8 * 60), (9 * 60, 17 * 60), (0, 1439))),
        zone=st.sampled_from(("Europe/Berlin", "Pacific/Apia", "Atlantis/Nowhere", None)),
        by=processes,
    )
    def change_settings(
        self, on_expiry: str, computers: bool, quiet: tuple[int, int] | None, zone: str | None, by: int
    ) -> None:
        """The other process does not hear of it at once."""
        chosen = {"on_expiry": on_expiry, "computers": computers, "quiet": quiet, "time_zone": zone}
        self.run(self.processes[by].choices.change_server(GUILD, **chosen))

    @rule(span=st.sampled_from(SPANS), by=processes)
    def let_time_pass(self, span: timedelta, by: int) -> None:
        """The bot is up, and both processes look when something falls due; one of them comes first."""
        self.run(self._until(self.clock.now + span, by))

    @rule(times=st.integers(1, 4), by=processes)
    def let_the_next_things_fall_due(self, times: int, by: int) -> None:
        for _ in range(times):
            due = self.run(self.processes[by].deadlines.next_at())
            if due is not None and due < self.last_press + timedelta(days=8):
                self.run(self._until(due, by))

    async def _until(self, end: datetime, by: int) -> None:
        self._remember_the_board()
        for _ in range(MOST_STEPS):
            due = await self.processes[by].deadlines.next_at()
            if due is None or due > end:
                break
            self.clock.now = max(due, self.clock.now)
            await self._work_off(by)
        else:
            raise AssertionError("something falls due again and again")
        self.clock.now = end

    @rule(span=st.sampled_from(SPANS + LONG_SPANS), given_back=st.booleans(), by=processes)
    def be_down(self, span: timedelta, given_back: bool, by: int) -> None:
        """No process is up; the one that comes first gives the time back, unless it does not know."""
        self.run(self._be_down(span, given_back, by))

    async def _be_down(self, span: timedelta, given_back: bool, by: int) -> None:
        self._remember_the_board()
        down_from = self.clock.now
        self.clock.now += span
        await self._start_anew()
        if given_back:
            await self.processes[by].deadlines.give_back(down_from, self.clock.now)
        await self._work_off(by)

    def _remember_the_board(self) -> None:
        """What is pressed on an old board later is pressed on this one."""
        if self.phase() is Phase.PLAYING:
            self.shown = self.stored

    async def _work_off(self, first: int) -> None:
        now = self.clock.now
        await self._dismiss_gone(self.processes[first], now)
        both = [self.processes[first].deadlines, self.processes[1 - first].deadlines]
        for _ in range(MOST_STEPS):
            found = [done for deadlines in both for done in await deadlines.work_off(now)]
            if not found:
                break
            for done in found:
                self._note_reminders(done)
        next_at = await both[0].next_at()
        assert next_at is None or next_at > now
        self.stored = await self.processes[0].games.load(self.id)

    def _note_reminders(self, done: Done) -> None:
        for each in done.reminders:
            if each.kind is not DueKind.REMINDER:
                continue
            assert done.before.timing is not None
            assert each.seat is not None
            timing = done.before.timing.seats[each.seat]
            reminder = (each.seat, timing.turn, timing.began, each.last)
            assert reminder not in self.reminders, "nobody is reminded twice"
            self.reminders.add(reminder)

    async def _dismiss_gone(self, process: Process, now: datetime) -> None:
        for stored in await process.deadlines.running_out(now):
            for index, seat in enumerate(stored.game.seats):
                if stored.game.may_act(index) and seat.player in self.gone:
                    stored = await _left(process, stored, seat.player)
                    self.last_press = now

    @rule(which=processes)
    def restart(self, which: int) -> None:
        self.processes[which] = self.run(self._process())

    async def _start_anew(self) -> None:
        await self.database.close()
        await self._boot()

    @invariant()
    def nothing_is_stuck(self) -> None:
        self.run(self._check())

    async def _check(self) -> None:
        games = self.processes[0].games
        stored = self.stored = await games.load(self.id)
        live = await games.live_in(CHANNEL)
        assert (live is not None) == stored.game.live
        assert await is_whole(games, stored)
        if stored.game.phase is Phase.LOBBY:
            check_lobby(stored, self.clock.now)
        elif stored.game.phase is Phase.PLAYING:
            for computers in (True, False):
                check_playing(stored, self.clock.now, computers=computers)
        else:
            assert (stored.row.deadline, stored.timing) == (None, None)

    def teardown(self) -> None:
        try:
            if hasattr(self, "id"):
                self.run(self._let_it_end())
        finally:
            self.run(self.database.close())
            self._folder.cleanup()

    async def _let_it_end(self) -> None:
        """When nobody presses any more, time ends the game, and the channel is free."""
        while (await self.processes[0].games.load(self.id)).game.live:
            due = await self.processes[0].deadlines.next_at()
            assert due is not None
            await self._until(due, 0)
            await self._check()
            assert self.clock.now <= self.last_press + LONGEST
        await self._open("yacht", False, None)


@pytest.mark.parametrize("order", Order)
def test_every_game_ends_or_waits_for_who_is_named_and_its_channel_is_free_in_the_end(
    order: Order, runner: asyncio.Runner, sqlite_template: Path, same_dice: None, toy: None
) -> None:
    class InOrder(Channel):
        def __init__(self) -> None:
            super().__init__(runner, sqlite_template, order)

    run_state_machine_as_test(InOrder, settings=WALKS)
