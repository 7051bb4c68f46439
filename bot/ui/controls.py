"""What a person presses. A custom_id holds identity and freshness, never state: a control parses it and hands on.

custom_id: `yc1:<action>:<game>[:<turn>:<roll>[:<die>]]`. The classes are registered with the client, so boards of
before a restart work at once.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Protocol, Self

import discord

from bot.game import Moment, moves
from bot.ui.answers import explain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.choices import Choices
    from bot.games import Games, Move

GAME = r":(?P<game>\d{1,18})"
_MOMENT = r":(?P<turn>\d{1,6}):(?P<roll>\d)"
_ROW = 5


class Desk(Protocol):
    """Who carries out what was pressed, and answers."""

    def take_in_hand(self) -> None: ...
    async def act(self, interaction: discord.Interaction[Any], game_id: int, move: Move) -> None: ...
    async def join(self, interaction: discord.Interaction[Any], game_id: int) -> None: ...
    async def start(self, interaction: discord.Interaction[Any], game_id: int) -> None: ...
    async def show_cards(self, interaction: discord.Interaction[Any], game_id: int) -> None: ...
    async def show_my_turn(self, interaction: discord.Interaction[Any], game_id: int) -> None: ...
    async def leave(self, interaction: discord.Interaction[Any], game_id: int) -> None: ...
    async def ask_to_remove(self, interaction: discord.Interaction[Any], game_id: int, turn: int) -> None: ...
    async def remove(self, interaction: discord.Interaction[Any], game_id: int, turn: int) -> None: ...
    async def end(self, interaction: discord.Interaction[Any], game_id: int) -> None: ...


class Opening(Protocol):
    """Who opens games."""

    async def rematch(self, interaction: discord.Interaction[Any], game_id: int) -> None: ...


class Hints(Protocol):
    """Who gives hints."""

    async def give(self, interaction: discord.Interaction[Any], game_id: int, moment: Moment) -> None: ...


class DeskClient(discord.Client):
    """What a control asks of the client it is registered with."""

    desk: Desk
    opening: Opening
    hints: Hints
    games: Games
    choices: Choices


Interaction = discord.Interaction[DeskClient]


class Control(discord.ui.DynamicItem[discord.ui.Item[discord.ui.View]], template=r"(?!)"):
    """The guarded base of every control: whatever goes wrong, the person who pressed is answered.

    `about` is the game that a refusal then speaks of, where there is one; `fits` is the template.
    """

    about: int | None = None
    fits: str

    def __init_subclass__(cls, *, template: str) -> None:
        super().__init_subclass__(template=template)
        cls.fits = template

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction[Any],  # noqa: ARG003
        item: discord.ui.Item[Any],  # noqa: ARG003
        match: re.Match[str],
        /,
    ) -> Self:
        return cls.parsed(match)

    @classmethod
    def parsed(cls, match: re.Match[str]) -> Self:
        """The control that a custom_id names; its label does not matter any more."""
        raise NotImplementedError

    async def press(self, interaction: Interaction) -> None:
        """Hand the press on; raises a Refusal where it is not allowed."""
        raise NotImplementedError

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        interaction.client.desk.take_in_hand()
        try:
            await self.press(interaction)
        except Exception as error:
            await explain(interaction, error, self.about)


class GameControl(Control, template=r"(?!)"):
    """A control of one game."""

    def __init__(self, item: discord.ui.Item[discord.ui.View], game: int) -> None:
        super().__init__(item)
        self.game = self.about = game


class GameButton(GameControl, template=r"(?!)"):
    """A button that concerns a whole game, at whatever moment."""

    action: str
    style = discord.ButtonStyle.secondary

    def __init__(self, game: int, label: str = "…") -> None:
        custom_id = f"yc1:{self.action}:{game}"
        super().__init__(discord.ui.Button(label=label, style=self.style, custom_id=custom_id), game)

    @classmethod
    def parsed(cls, match: re.Match[str]) -> Self:
        return cls(int(match["game"]))


class Join(GameButton, template=rf"yc1:join{GAME}"):
    action = "join"
    style = discord.ButtonStyle.success

    async def press(self, interaction: Interaction) -> None:
        await interaction.client.desk.join(interaction, self.game)


class LeaveLobby(GameButton, template=rf"yc1:leave-lobby{GAME}"):
    action = "leave-lobby"

    async def press(self, interaction: Interaction) -> None:
        player = interaction.user.id
        await interaction.client.desk.act(interaction, self.game, lambda game, _: moves.leave_lobby(game, player))


class Start(GameButton, template=rf"yc1:start{GAME}"):
    action = "start"
    style = discord.ButtonStyle.primary

    async def press(self, interaction: Interaction) -> None:
        await interaction.client.desk.start(interaction, self.game)


class Cancel(GameButton, template=rf"yc1:cancel{GAME}"):
    action = "cancel"
    style = discord.ButtonStyle.danger

    async def press(self, interaction: Interaction) -> None:
        player, manager = interaction.user.id, interaction.permissions.manage_messages
        await interaction.client.desk.act(
            interaction, self.game, lambda game, _: moves.cancel_lobby(game, player, may_manage=manager)
        )


class Cards(GameButton, template=rf"yc1:cards{GAME}"):
    action = "cards"

    async def press(self, interaction: Interaction) -> None:
        await interaction.client.desk.show_cards(interaction, self.game)


class MyTurn(GameButton, template=rf"yc1:mine{GAME}"):
    action = "mine"
    style = discord.ButtonStyle.primary

    async def press(self, interaction: Interaction) -> None:
        await interaction.client.desk.show_my_turn(interaction, self.game)


class ConfirmLeave(GameButton, template=rf"yc1:leave{GAME}"):
    action = "leave"
    style = discord.ButtonStyle.danger

    async def press(self, interaction: Interaction) -> None:
        await interaction.client.desk.leave(interaction, self.game)


class ConfirmEnd(GameButton, template=rf"yc1:end{GAME}"):
    action = "end"
    style = discord.ButtonStyle.danger

    async def press(self, interaction: Interaction) -> None:
        await interaction.client.desk.end(interaction, self.game)


class Rematch(GameButton, template=rf"yc1:rematch{GAME}"):
    action = "rematch"
    style = discord.ButtonStyle.primary

    async def press(self, interaction: Interaction) -> None:
        await interaction.client.opening.rematch(interaction, self.game)


class Undo(GameButton, template=rf"yc1:undo{GAME}"):
    action = "undo"

    async def press(self, interaction: Interaction) -> None:
        player = interaction.user.id
        await interaction.client.desk.act(interaction, self.game, lambda game, _: moves.undo(game, player))


class Hold(GameControl, template=rf"yc1:hold{GAME}{_MOMENT}:(?P<die>[0-4])"):
    """The toggle under one die: its face, green and ticked while it is held; as wide either way, so none moves."""

    def __init__(self, game: int, moment: Moment, die: int, *, face: int = 1, held: bool = False) -> None:
        button: discord.ui.Button[discord.ui.View] = discord.ui.Button(
            label=f"{face} ✓" if held else f"{face} ·",
            style=discord.ButtonStyle.success if held else discord.ButtonStyle.secondary,
            custom_id=f"yc1:hold:{game}:{moment.turn}:{moment.roll}:{die}",
        )
        super().__init__(button, game)
        self.moment = moment
        self.die = die

    @classmethod
    def parsed(cls, match: re.Match[str]) -> Self:
        return cls(int(match["game"]), _moment(match), int(match["die"]))

    async def press(self, interaction: Interaction) -> None:
        player, moment, die = interaction.user.id, self.moment, self.die
        await interaction.client.desk.act(interaction, self.game, lambda game, _: moves.hold(game, player, moment, die))


class Roll(GameControl, template=rf"yc1:roll{GAME}{_MOMENT}"):
    def __init__(self, game: int, moment: Moment, label: str = "…") -> None:
        button: discord.ui.Button[discord.ui.View] = discord.ui.Button(
            label=label,
            emoji="🎲",
            style=discord.ButtonStyle.primary,
            custom_id=f"yc1:roll:{game}:{moment.turn}:{moment.roll}",
        )
        super().__init__(button, game)
        self.moment = moment

    @classmethod
    def parsed(cls, match: re.Match[str]) -> Self:
        return cls(int(match["game"]), _moment(match))

    async def press(self, interaction: Interaction) -> None:
        player, moment = interaction.user.id, self.moment
        await interaction.client.desk.act(
            interaction, self.game, lambda game, dice: moves.roll(game, player, moment, dice)
        )


class Hint(GameControl, template=rf"yc1:hint{GAME}{_MOMENT}"):
    """Asks for advice about the turn that the board shows."""

    def __init__(self, game: int, moment: Moment, label: str = "…") -> None:
        button: discord.ui.Button[discord.ui.View] = discord.ui.Button(
            label=label,
            style=discord.ButtonStyle.secondary,
            custom_id=f"yc1:hint:{game}:{moment.turn}:{moment.roll}",
        )
        super().__init__(button, game)
        self.moment = moment

    @classmethod
    def parsed(cls, match: re.Match[str]) -> Self:
        return cls(int(match["game"]), _moment(match))

    async def press(self, interaction: Interaction) -> None:
        await interaction.client.hints.give(interaction, self.game, self.moment)


class Score(GameControl, template=rf"yc1:score{GAME}{_MOMENT}"):
    """The list of boxes that the dice may fill; its values are box keys."""

    def __init__(
        self, game: int, moment: Moment, options: Sequence[discord.SelectOption] = (), placeholder: str = "…"
    ) -> None:
        select: discord.ui.Select[discord.ui.View] = discord.ui.Select(
            custom_id=f"yc1:score:{game}:{moment.turn}:{moment.roll}",
            placeholder=placeholder,
            options=list(options),
        )
        super().__init__(select, game)
        self.select = select
        self.moment = moment

    @classmethod
    def parsed(cls, match: re.Match[str]) -> Self:
        return cls(int(match["game"]), _moment(match))

    async def press(self, interaction: Interaction) -> None:
        box = self.select.values[0]
        player, moment = interaction.user.id, self.moment
        await interaction.client.desk.act(
            interaction, self.game, lambda game, _: moves.score(game, player, moment, box)
        )


def _moment(match: re.Match[str]) -> Moment:
    return Moment(int(match["turn"]), int(match["roll"]))


CONTROLS: tuple[type[Control], ...] = (
    Join,
    LeaveLobby,
    Start,
    Cancel,
    Cards,
    MyTurn,
    ConfirmLeave,
    ConfirmEnd,
    Rematch,
    Undo,
    Hold,
    Roll,
    Hint,
    Score,
)


def view_of(*subjects: Sequence[Control | discord.ui.Button[Any]]) -> discord.ui.View:
    """A fresh view of registered controls (and link buttons). Call it inside a running loop; it never times out.

    Each subject begins a row of its own; within it the rows follow from the order, five buttons or one list to each.
    Raises ValueError where that makes more than the five rows that Discord shows.
    """
    view = discord.ui.View(timeout=None)
    row = -1
    for subject in subjects:
        room = 0
        for control in subject:
            if control.width > room:
                row, room = row + 1, _ROW
            room -= control.width
            control.row = row
            view.add_item(control)
    return view
