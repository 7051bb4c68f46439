"""What is pressed under the records of a server. Each control belongs to the member who asked, whose id it bears.

custom_id: `yc1:<action>:<asker>[:…]`. Anybody else is told privately to ask for his own.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal, Protocol, Self, cast, get_args

import discord

from bot.periods import Period
from bot.ui.answers import Plainly, reader_words
from bot.ui.controls import Control

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.records import By

ASKER = r":(?P<asker>\d{1,20})"
_RULESET = r":(?P<ruleset>[\w-]{1,32})"
_BY = r":(?P<by>rating|wins|average|best)"
_PERIOD = rf":(?P<period>{'|'.join(Period)})"
_PAGE = r":(?P<page>\d{1,6})"

Turn = Literal["first", "back", "next", "last"]


class RecordDesk(Protocol):
    """Who turns the pages of a leaderboard."""

    async def turn_leaderboard(
        self, interaction: discord.Interaction[Any], ruleset: str, by: By, period: Period, page: int
    ) -> None: ...


class ReplayDesk(Protocol):
    """Who shows replays."""

    async def open(self, interaction: discord.Interaction[Any], game_id: int) -> None: ...


class RecordClient(discord.Client):
    """What a control here asks of the client it is registered with."""

    record_desk: RecordDesk
    replays: ReplayDesk


Interaction = discord.Interaction[RecordClient]


class OfAsker(Control, template=r"(?!)"):
    """A control that only who asked may use; `command` is what others type to ask for their own."""

    command: str

    def __init__(self, item: discord.ui.Item[discord.ui.View], asker: int) -> None:
        super().__init__(item)
        self.asker = asker

    async def press(self, interaction: discord.Interaction[Any]) -> None:
        if interaction.user.id != self.asker:
            text = reader_words(interaction)(
                "Only {name} can use these buttons. Ask for your own with {command}.",
                name=f"<@{self.asker}>",
                command=self.command,
            )
            raise Plainly(text)
        await self.use(interaction)

    async def use(self, interaction: Interaction) -> None:
        """Hand the press of the asker on; raises a Refusal where it is not allowed."""
        raise NotImplementedError


class TurnLeaderboard(
    OfAsker, template=rf"yc1:ranks-(?P<turn>first|back|next|last){ASKER}{_RULESET}{_BY}{_PERIOD}{_PAGE}"
):
    """Leads from the page it stands under, counted from 0, to another; the last is wherever the board ends by then."""

    command = "/leaderboard"

    def __init__(
        self,
        turn: Turn,
        asker: int,
        ruleset: str,
        by: By,
        period: Period,
        page: int,
        *,
        label: str = "…",
        off: bool = False,
    ) -> None:
        button: discord.ui.Button[discord.ui.View] = discord.ui.Button(
            label=label, custom_id=f"yc1:ranks-{turn}:{asker}:{ruleset}:{by}:{period}:{page}", disabled=off
        )
        super().__init__(button, asker)
        self.ruleset = ruleset
        self.by: By = by
        self.period = period
        self.target = {"first": 0, "back": max(0, page - 1), "next": page + 1, "last": LAST_PAGE}[turn]

    @classmethod
    def parsed(cls, match: re.Match[str]) -> Self:
        turn, by = cast("Turn", match["turn"]), cast("By", match["by"])
        return cls(turn, int(match["asker"]), match["ruleset"], by, Period(match["period"]), int(match["page"]))

    async def use(self, interaction: Interaction) -> None:
        await interaction.client.record_desk.turn_leaderboard(
            interaction, self.ruleset, self.by, self.period, self.target
        )


class ChooseReplay(OfAsker, template=rf"yc1:replay{ASKER}"):
    """A list of games; the replay of the one that is chosen opens. Its values are the games' ids."""

    command = "/replay"

    def __init__(self, asker: int, options: Sequence[discord.SelectOption] = (), placeholder: str = "…") -> None:
        select: discord.ui.Select[discord.ui.View] = discord.ui.Select(
            custom_id=f"yc1:replay:{asker}", placeholder=placeholder, options=list(options)
        )
        super().__init__(select, asker)
        self.select = select

    @classmethod
    def parsed(cls, match: re.Match[str]) -> Self:
        return cls(int(match["asker"]))

    async def use(self, interaction: Interaction) -> None:
        await interaction.client.replays.open(interaction, int(self.select.values[0]))


LAST_PAGE = 999_999
TURNS: tuple[Turn, ...] = get_args(Turn)

RECORD_CONTROLS: tuple[type[OfAsker], ...] = (TurnLeaderboard, ChooseReplay)
