"""Whole games from /play to the final table: every ruleset in both orders, by one to four members."""

from __future__ import annotations

import hashlib
import re
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import pytest

from bot.game import FairDice
from bot.rules import RULESETS
from tests.flows.club import Club, actions, control
from tests.flows.recount import Recount, fixed_dice

if TYPE_CHECKING:
    import discord
    import simcord


class Case(NamedTuple):
    """A game to play. Few games cover much: each ruleset in each order, each number of members."""

    rules: str
    together: bool
    members: int
    same_dice: bool = False


CASES = [
    Case("yacht", False, 4),
    Case("yacht", True, 1),
    Case("yahtzee", False, 2, same_dice=True),
    Case("yahtzee", True, 2),
    Case("yahtzee-upper-first", False, 1),
    Case("yahtzee-upper-first", True, 3),
    Case("yahtzee-free-joker", False, 2),
    Case("yahtzee-free-joker", True, 2, same_dice=True),
]


class Player:
    """A member who plays turn after turn, on the channel's board or on a private one, and takes a box back at times."""

    def __init__(self, club: Club, member: simcord.MemberActor) -> None:
        self.club = club
        self.member = member
        self.turns = 0
        self._private: int | None = None

    async def open_board(self) -> None:
        """Open one's own board from the table."""
        answer = await self.club.press(self.member, "mine")
        assert answer.ephemeral
        assert answer.response is not None
        self._private = answer.response.id

    def board(self) -> discord.Message:
        """The board this player presses now."""
        return self.club.board() if self._private is None else self.club.seen_by(self.member, self._private)

    async def take_turn(self) -> None:
        """Roll once to three times, holding some dice, and score; every fifth choice is taken back and made again."""
        self.turns += 1
        await self._roll()
        for again in range((0, 1, 0, 2)[self.turns % 4]):
            await self.club.hold(self.member, again, 4, on=self.board())
            await self._roll()
        await self._score(best=self.turns % 3 != 0)
        if self.turns % 5 == 0 and await self.club.bot.games.live_in(self.club.channel.id):
            await self.club.press(self.member, "undo", on=self.board())
            await self._score(best=self.turns % 3 == 0)

    async def _roll(self) -> None:
        await self.club.press(self.member, "roll", on=self.board())

    async def _score(self, *, best: bool) -> None:
        options = offered(self.board())
        await self.club.score(
            self.member, max(options, key=lambda box: options[box]) if best else [*options][-1], on=self.board()
        )


def offered(board: discord.Message) -> dict[str, int]:
    """The boxes on the list of a board, with the points that it promises."""
    custom_id = control(board, "score")
    (select,) = (item for row in board.components for item in row.children if item.custom_id == custom_id)  # type: ignore[union-attr]
    return {option.value: int(option.label.split(": ")[1].split()[0]) for option in select.options}  # type: ignore[union-attr]


async def play(club: Club, case: Case) -> int:
    """Play a game to its end; returns its id."""
    members = club.members[: case.members]
    await club.start(*members, rules=case.rules, together=case.together, same_dice=case.same_dice)
    game_id = (await club.game()).id
    players = {member.id: Player(club, member) for member in members}
    if case.together:
        for player in players.values():
            await player.open_board()
        for _ in RULESETS[case.rules].boxes:
            for player in players.values():
                await player.take_turn()
    else:
        while await club.bot.games.live_in(club.channel.id):
            await players[(await club.current()).id].take_turn()
    for player in players.values():
        assert player.turns == len(RULESETS[case.rules].boxes)
    return game_id


async def recounted(club: Club, game_id: int) -> Recount:
    """The game counted from its events, and found to be what the final message says."""
    count = Recount(await club.bot.games.events(game_id))
    totals = count.totals()
    text = final(club)
    for player, total in totals.items():
        name = club.member(player).name
        assert re.search(rf"{name} \*\*{total}\*\*$", text, re.MULTILINE)
    winners = [club.member(player).name for player in totals if totals[player] == max(totals.values())]
    verdict = text.splitlines()[0]
    assert all(name in verdict for name in winners)
    assert str(max(totals.values())) in verdict
    return count


def final(club: Club) -> str:
    """The text of the final table, which is the last message of the channel."""
    last = club.messages()[-1]
    assert last.embeds[0].title is not None
    assert last.embeds[0].title.endswith("final table")
    assert actions(last) == ["cards", "report", "rematch"]
    return last.embeds[0].description or ""


def assert_fair(club: Club, case: Case, count: Recount) -> None:
    """Whoever has the final message can work out every roll, and that the seed is the one promised at the start."""
    *before, last = [str(embed.to_dict()) for message in club.messages() for embed in message.embeds]
    seed, joins = (re.search(pattern, last) for pattern in (r"`([0-9a-f]{64})`", r"`([0-9,]+)`"))
    assert seed
    assert joins
    promise = hashlib.sha256(bytes.fromhex(seed[1])).hexdigest()
    assert any(promise in text for text in before)
    assert count.rolls
    for roll in count.rolls:
        label = f"{roll.turn}:{roll.roll}" if case.same_dice else f"{roll.seat}:{roll.turn}:{roll.roll}"
        dice = fixed_dice(bytes.fromhex(seed[1]), joins[1], label)
        assert all(roll.dice[place] == dice[place] for place in range(5) if place not in roll.held)


@pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(map(str, case)))
async def test_totals_of_a_whole_game_are_those_of_its_events(club: Club, case: Case) -> None:
    count = await recounted(club, await play(club, case))
    assert count.ruleset == case.rules
    assert len(count.players) == case.members
    assert count.undone == 2 * case.members
    assert_fair(club, case, count)


@pytest.mark.parametrize("rules", [key for key in RULESETS if key != "yacht"])
async def test_jokers_and_hundreds_are_counted(club: Club, rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def five_equal(dice: FairDice, seat: int, turn: int, roll: int) -> tuple[int, ...]:
        return (turn % 6 + 1,) * 5

    monkeypatch.setattr(FairDice, "roll", five_equal)
    count = await recounted(club, await play(club, Case(rules, False, 1)))
    assert count.jokers > 3
    assert sum(count.bonuses) >= 300


def test_the_cases_cover_every_ruleset_and_order_and_number_of_members() -> None:
    assert {(case.rules, case.together) for case in CASES} == set(product(RULESETS, (False, True)))
    assert {case.members for case in CASES} == {1, 2, 3, 4}
    assert {case.same_dice for case in CASES} == {False, True}
