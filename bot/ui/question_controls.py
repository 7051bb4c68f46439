"""What the others press about a turn whose time is up, and about a seat that was left.

custom_id: `yc1:<action>:<game>:<turn>` about a late turn, `yc1:<action>:<game>:<seat>` about a seat that was left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import discord

from bot.game import moves
from bot.strategy.players import STAND_IN
from bot.ui.answers import Plainly, guild_of, reader_words
from bot.ui.controls import GAME, GameControl, Interaction

if TYPE_CHECKING:
    import re

    from bot.ui.controls import Control

_TURN = r":(?P<number>\d{1,6})"
_SEAT = r":(?P<number>\d{1,2})"


def computers_allowed(interaction: discord.Interaction[Any]) -> bool:
    """Whether computers may play on the server of who pressed or typed."""
    allowed: bool = interaction.client.choices.server(guild_of(interaction)).computers
    return allowed


class QuestionControl(GameControl, template=r"(?!)"):
    """A button about a seat; `number` is the `Game.turn_id` of its late turn, or the index of a seat that was left."""

    action: str
    style = discord.ButtonStyle.secondary

    def __init__(self, game: int, number: int, label: str = "…") -> None:
        custom_id = f"yc1:{self.action}:{game}:{number}"
        super().__init__(discord.ui.Button(label=label, style=self.style, custom_id=custom_id), game)
        self.number = number

    @classmethod
    def parsed(cls, match: re.Match[str]) -> Self:
        return cls(int(match["game"]), int(match["number"]))


class Wait(QuestionControl, template=rf"yc1:wait{GAME}{_TURN}"):
    action = "wait"

    async def press(self, interaction: Interaction) -> None:
        player, turn = interaction.user.id, self.number
        await interaction.client.desk.act(interaction, self.game, lambda game, _: moves.wait(game, player, turn))


class StandIn(QuestionControl, template=rf"yc1:stand-in{GAME}{_TURN}"):
    action = "stand-in"

    async def press(self, interaction: Interaction) -> None:
        _require_computers(interaction)
        player, turn = interaction.user.id, self.number
        await interaction.client.desk.act(
            interaction, self.game, lambda game, _: moves.stand_in(game, player, turn, STAND_IN)
        )


class Remove(QuestionControl, template=rf"yc1:remove{GAME}{_TURN}"):
    """Asks who pressed whether that is meant: it cannot be taken back."""

    action = "remove"
    style = discord.ButtonStyle.danger

    async def press(self, interaction: Interaction) -> None:
        await interaction.client.desk.ask_to_remove(interaction, self.game, self.number)


class RemoveNow(QuestionControl, template=rf"yc1:remove-now{GAME}{_TURN}"):
    action = "remove-now"
    style = discord.ButtonStyle.danger

    async def press(self, interaction: Interaction) -> None:
        await interaction.client.desk.remove(interaction, self.game, self.number)


class Zeros(QuestionControl, template=rf"yc1:zeros{GAME}{_SEAT}"):
    action = "zeros"

    async def press(self, interaction: Interaction) -> None:
        player, seat = interaction.user.id, self.number
        await interaction.client.desk.act(interaction, self.game, lambda game, _: moves.zero(game, player, seat))


class TakeOver(QuestionControl, template=rf"yc1:take-over{GAME}{_SEAT}"):
    action = "take-over"

    async def press(self, interaction: Interaction) -> None:
        _require_computers(interaction)
        player, seat = interaction.user.id, self.number
        await interaction.client.desk.act(
            interaction, self.game, lambda game, _: moves.take_over(game, player, seat, STAND_IN)
        )


QUESTION_CONTROLS: tuple[type[Control], ...] = (Wait, StandIn, Remove, RemoveNow, Zeros, TakeOver)


def _require_computers(interaction: Interaction) -> None:
    """Refuse what a button of before the server's settings changed still offers."""
    if not computers_allowed(interaction):
        words = reader_words(interaction)
        raise Plainly(
            words("This server does not let computers play any more. Choose another answer; /board shows them.")
        )
