"""Hints through the buttons of boards: games in which every one is followed, and when there is none."""

from __future__ import annotations

import re
from itertools import cycle
from typing import TYPE_CHECKING, Any

import pytest

from bot.rules import RULESETS
from bot.ui import terms
from bot.ui.words import Words
from tests.flows.club import Club, actions

if TYPE_CHECKING:
    import discord
    import simcord

    from bot.game import Turn
    from bot.solutions import Solutions

BEST = re.compile(
    r"\*\*(?:(?P<again>Roll all five again)|Keep (?P<keep>[1-6‑]+) and roll (?:one|two|three|four)|Take (?P<box>[^:]+))"
    r": (?P<points>\d+\.\d) on average\.\*\*"
)
OTHERS = re.compile(r"(Keeping [1-6‑]+|Taking .+ now|Rolling all five again) (costs \d+\.\d|is as good)\.")


@pytest.fixture
def bot_options(solutions: Solutions) -> dict[str, Any]:
    return {"solutions": solutions}


class Follower:
    """A member alone in a game, who does what the hints say."""

    def __init__(self, club: Club, member: simcord.MemberActor) -> None:
        self.club, self.member = club, member
        self._private: int | None = None
        self.promised: list[float] = []

    async def open_board(self) -> None:
        answer = await self.club.press(self.member, "mine")
        assert answer.response is not None
        self._private = answer.response.id

    def board(self) -> discord.Message:
        return self.club.board() if self._private is None else self.club.seen_by(self.member, self._private)

    async def hint(self) -> list[str]:
        answer = await self.club.press(self.member, "hint", on=self.board())
        assert answer.ephemeral
        assert answer.response is not None
        return answer.response.content.splitlines()

    async def take_turn(self) -> None:
        await self.club.press(self.member, "roll", on=self.board())
        while True:
            best, *others, explained = await self.hint()
            found = BEST.fullmatch(best)
            assert found, best
            assert all(OTHERS.fullmatch(line) or line == "Nothing else can be done." for line in others), others
            assert explained.startswith("-# ")
            self.promised.append(float(found["points"]))
            if found["box"]:
                await self.club.score(self.member, await self._box(found["box"]), on=self.board())
                return
            await self._hold([int(face) for face in (found["keep"] or "").split("‑") if face])
            await self.club.press(self.member, "roll", on=self.board())

    async def _box(self, name: str) -> str:
        boxes = (await self.club.game()).game.rules.boxes
        return next(box.key for box in boxes if terms.box_name(Words(None), box.key) == name)

    async def _hold(self, keep: list[int]) -> None:
        turn: Turn = (await self.club.game()).game.seats[0].turn
        wanted = []
        for place, face in enumerate(turn.dice):
            if face in keep:
                keep.remove(face)
                wanted.append(place)
        for place in sorted({*wanted} ^ {*turn.held}):
            await self.club.hold(self.member, place, on=self.board())


@pytest.mark.parametrize(("rules", "together"), list(zip(RULESETS, cycle((False, True)), strict=False)))
async def test_who_follows_every_hint_plays_a_whole_game(club: Club, rules: str, together: bool) -> None:
    await club.start(club.ada, rules=rules, together=together)
    game_id = (await club.game()).id
    ada = Follower(club, club.ada)
    if together:
        await ada.open_board()
    for _ in RULESETS[rules].boxes:
        await ada.take_turn()
    game = (await club.bot.games.load(game_id)).game
    assert not game.live
    # The last box is certain.
    assert ada.promised[-1] == game.total(0)
    assert not game.rated


async def test_before_the_first_roll_there_is_nothing_to_advise(club: Club) -> None:
    await club.start(club.ada, rules="yacht")
    assert actions(club.board()) == ["roll", "hint", "cards"]
    answer = await club.press(club.ada, "hint")
    assert answer.ephemeral
    assert answer.response is not None
    assert "before the dice are rolled" in answer.response.content


async def test_games_without_hints_have_no_button(club: Club) -> None:
    await club.start(club.ada, club.ben, rules="yacht")
    assert "hint" not in actions(club.board())


async def test_only_whose_turn_it_is_gets_a_hint(club: Club) -> None:
    await club.bot.choices.change_server(club.guild.id, hints="always")
    await club.ada.slash(club.channel, "play", rules="yacht")
    await club.press(club.ben, "join")
    await club.press(club.ada, "hints")
    await club.press(club.ada, "start")
    current = await club.current()
    other = club.ben if current.id == club.ada.id else club.ada
    await club.press(current, "roll")
    for member, said in (
        (other, "turn. Wait for yours."),
        (club.chitra, "You are not in this game."),
        (current, "on average"),
    ):
        answer = await club.press(member, "hint")
        assert answer.ephemeral
        assert answer.response is not None
        assert said in answer.response.content


async def test_an_old_board_gets_no_hint_but_a_link(club: Club) -> None:
    await club.start(club.ada, rules="yacht", together=True)
    old, new = Follower(club, club.ada), Follower(club, club.ada)
    await old.open_board()
    await new.open_board()
    await club.press(club.ada, "roll", on=new.board())
    (said,) = await old.hint()
    assert said.startswith("The game has moved on since this board was drawn. Current board: https://")


class TestUnsolved:
    """While nothing is solved."""

    @pytest.fixture
    def bot_options(self) -> dict[str, Any]:
        return {}

    async def test_who_asks_is_told_so_and_plays_on(self, club: Club) -> None:
        await club.start(club.ada, rules="yacht")
        await club.press(club.ada, "roll")
        (said,) = await Follower(club, club.ada).hint()
        assert said.startswith("I have no hints for this game just now.")
        await club.press(club.ada, "roll")
        assert (await club.game()).game.seats[0].turn.roll == 2
