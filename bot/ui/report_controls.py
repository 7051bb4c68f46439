"""The button under games that are over which asks how they were played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from bot.ui.controls import GAME, GameButton

if TYPE_CHECKING:
    import discord


class ReportDesk(Protocol):
    """Who reports on games."""

    async def give(self, interaction: discord.Interaction[Any], game_id: int) -> None: ...


class Report(GameButton, template=rf"yc1:report{GAME}"):
    """Reports on the game to whoever presses, in private."""

    action = "report"

    async def press(self, interaction: discord.Interaction[Any]) -> None:
        desk: ReportDesk = interaction.client.reports
        await desk.give(interaction, self.game)


REPORT_CONTROLS: tuple[type[GameButton], ...] = (Report,)
