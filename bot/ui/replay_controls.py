"""What is pressed under histories and replays, and before one's own data is deleted. See record_controls."""

from __future__ import annotations

import re
from typing import Any, Literal, Protocol, Self, cast, get_args

import discord

from bot.ui.record_controls import ASKER, OfAsker

_GAME = r":(?P<game>\d{1,18})"
_STEP = r":(?P<step>\d{1,6})"
_MEMBER = r":(?P<member>\d{1,20})"
_RULESET = r":(?P<ruleset>[\w-]{0,32})"
_PAGE = r":(?P<page>\d{1,6})"

Way = Literal["first", "back", "on", "turn", "last"]
Form = Literal["json", "text"]
Leaf = Literal["newer", "older"]
WAYS: tuple[Way, ...] = get_args(Way)
FORMS: tuple[Form, ...] = get_args(Form)


class HistoryDesk(Protocol):
    """Who turns the pages of a history."""

    async def turn(self, interaction: Interaction, member: int | None, ruleset: str | None, page: int) -> None: ...


class ReplayDesk(Protocol):
    """Who steps through replays and hands them out as files."""

    async def step(self, interaction: Interaction, game_id: int, at: int, way: Way) -> None: ...
    async def give(self, interaction: Interaction, game_id: int, form: Form) -> None: ...


class PrivacyDesk(Protocol):
    """Who deletes what is kept about a member."""

    async def forget(self, interaction: Interaction) -> None: ...


class PastClient(discord.Client):
    """What a control here asks of the client it is registered with."""

    histories: HistoryDesk
    replays: ReplayDesk
    privacy: PrivacyDesk


Interaction = discord.Interaction[Any]


class TurnHistory(OfAsker, template=rf"yc1:past-(?P<leaf>newer|older){ASKER}{_MEMBER}{_RULESET}{_PAGE}"):
    """Leads to that page of the same history, counted from 0; member 0 and no ruleset leave that choice open."""

    command = "/history"

    def __init__(
        self,
        leaf: Leaf,
        asker: int,
        member: int | None,
        ruleset: str | None,
        page: int,
        *,
        label: str = "…",
        off: bool = False,
    ) -> None:
        custom_id = f"yc1:past-{leaf}:{asker}:{member or 0}:{ruleset or ''}:{page}"
        super().__init__(_button(label, custom_id, off=off), asker)
        self.member = member
        self.ruleset = ruleset
        self.page = page

    @classmethod
    def parsed(cls, match: re.Match[str]) -> Self:
        member, ruleset = int(match["member"]) or None, match["ruleset"] or None
        return cls(cast("Leaf", match["leaf"]), int(match["asker"]), member, ruleset, int(match["page"]))

    async def use(self, interaction: Interaction) -> None:
        await _client(interaction).histories.turn(interaction, self.member, self.ruleset, self.page)


class StepReplay(OfAsker, template=rf"yc1:replay-(?P<way>{'|'.join(WAYS)}){ASKER}{_GAME}{_STEP}"):
    """Leads from the step at which it stands, counted from 0, to another."""

    command = "/replay"

    def __init__(self, way: Way, asker: int, game: int, step: int, *, label: str = "…", off: bool = False) -> None:
        super().__init__(_button(label, f"yc1:replay-{way}:{asker}:{game}:{step}", off=off), asker)
        self.way: Way = way
        self.of_game = game
        self.step = step

    @classmethod
    def parsed(cls, match: re.Match[str]) -> Self:
        return cls(cast("Way", match["way"]), int(match["asker"]), int(match["game"]), int(match["step"]))

    async def use(self, interaction: Interaction) -> None:
        await _client(interaction).replays.step(interaction, self.of_game, self.step, self.way)


class ReplayFile(OfAsker, template=rf"yc1:replay-(?P<form>{'|'.join(FORMS)}){ASKER}{_GAME}"):
    """Gives the whole game as a file, in private."""

    command = "/replay"

    def __init__(self, form: Form, asker: int, game: int, *, label: str = "…") -> None:
        super().__init__(_button(label, f"yc1:replay-{form}:{asker}:{game}"), asker)
        self.form: Form = form
        self.of_game = game

    @classmethod
    def parsed(cls, match: re.Match[str]) -> Self:
        return cls(cast("Form", match["form"]), int(match["asker"]), int(match["game"]))

    async def use(self, interaction: Interaction) -> None:
        await _client(interaction).replays.give(interaction, self.of_game, self.form)


class Forget(OfAsker, template=rf"yc1:forget{ASKER}"):
    """Deletes what is kept about who asked, after he has read what that means."""

    command = "/privacy delete"

    def __init__(self, asker: int, label: str = "…") -> None:
        super().__init__(_button(label, f"yc1:forget:{asker}", style=discord.ButtonStyle.danger), asker)

    @classmethod
    def parsed(cls, match: re.Match[str]) -> Self:
        return cls(int(match["asker"]))

    async def use(self, interaction: Interaction) -> None:
        await _client(interaction).privacy.forget(interaction)


def _client(interaction: Interaction) -> PastClient:
    client: PastClient = interaction.client
    return client


def _button(
    label: str, custom_id: str, *, off: bool = False, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> discord.ui.Button[discord.ui.View]:
    return discord.ui.Button(label=label, custom_id=custom_id, disabled=off, style=style)


REPLAY_CONTROLS: tuple[type[OfAsker], ...] = (TurnHistory, StepReplay, ReplayFile, Forget)
