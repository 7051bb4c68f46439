"""What the host presses in a lobby beside its four buttons: computers, and hints.

custom_id: `yc1:computers:<game>:<events>`, where the number of events so far gives each list an id of its own, for
Discord keeps showing what was chosen from one; `yc1:hints:<game>:<0|1>`, which is what the press chooses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import discord

from bot.game import moves
from bot.hints import may_choose
from bot.strategy.players import PLAYERS
from bot.ui.answers import Plainly, guild_of, reader_words
from bot.ui.controls import GAME, GameControl, Interaction
from bot.ui.question_controls import computers_allowed

if TYPE_CHECKING:
    import re
    from collections.abc import Sequence

    from bot.game import DiceSource, Game, Transition
    from bot.ui.controls import Control

_DISMISS = "dismiss:"


class ChooseComputer(GameControl, template=rf"yc1:computers{GAME}:(?P<events>\d{{1,6}})"):
    """The list from which the host adds a computer, or sends one away; its values are levels and `dismissal`s."""

    def __init__(
        self, game: int, events: int, options: Sequence[discord.SelectOption] = (), placeholder: str = "…"
    ) -> None:
        select: discord.ui.Select[discord.ui.View] = discord.ui.Select(
            custom_id=f"yc1:computers:{game}:{events}", placeholder=placeholder, options=list(options)
        )
        super().__init__(select, game)
        self.select = select

    @classmethod
    def parsed(cls, match: re.Match[str]) -> Self:
        return cls(int(match["game"]), int(match["events"]))

    async def press(self, interaction: Interaction) -> None:
        chosen, player, join = self.select.values[0], interaction.user.id, interaction.id
        if chosen.startswith(_DISMISS):
            computer = int(chosen.removeprefix(_DISMISS))
            await interaction.client.desk.act(
                interaction, self.game, lambda game, _: moves.dismiss_computer(game, player, computer)
            )
            return
        if not computers_allowed(interaction):
            words = reader_words(interaction)
            raise Plainly(words("This server does not let computers play. Who manages it can change that."))
        if chosen not in PLAYERS:
            words = reader_words(interaction)
            raise Plainly(words("There is no such computer any more. Type /board to see who may be added."))
        await interaction.client.desk.act(
            interaction, self.game, lambda game, _: moves.add_computer(game, player, chosen, join)
        )


def dismissal(computer: int) -> str:
    """The value with which the list sends the computer of that id away."""
    return f"{_DISMISS}{computer}"


class SetHints(GameControl, template=rf"yc1:hints{GAME}:(?P<on>[01])"):
    """The button that turns hints on or off; `on` is what the press chooses."""

    def __init__(self, game: int, on: bool, label: str = "…") -> None:
        button: discord.ui.Button[discord.ui.View] = discord.ui.Button(
            label=label,
            style=discord.ButtonStyle.secondary if on else discord.ButtonStyle.success,
            custom_id=f"yc1:hints:{game}:{on:d}",
        )
        super().__init__(button, game)
        self.on = on

    @classmethod
    def parsed(cls, match: re.Match[str]) -> Self:
        return cls(int(match["game"]), match["on"] == "1")

    async def press(self, interaction: Interaction) -> None:
        player, on = interaction.user.id, self.on
        setting, words = interaction.client.choices.server(guild_of(interaction)).hints, reader_words(interaction)

        def move(game: Game, _: DiceSource) -> Transition:
            chosen = moves.set_hints(game, player, on)
            if not may_choose(setting, game):
                raise Plainly(words("This server does not leave that choice for this game."))
            return chosen

        await interaction.client.desk.act(interaction, self.game, move)


LOBBY_CONTROLS: tuple[type[Control], ...] = (ChooseComputer, SetHints)
