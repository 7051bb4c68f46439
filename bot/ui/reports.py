"""Reports on games that are over: how well each seat was played, told in private with a picture."""

from __future__ import annotations

import asyncio
import logging
import time
from io import BytesIO
from typing import TYPE_CHECKING, Any

import discord

from bot.game import Phase
from bot.solutions import NotSolved
from bot.strategy.report import OtherRules, report
from bot.ui import courses
from bot.ui.answers import Plainly, guild_of, reader_words, where
from bot.ui.report_words import courses_of, picture_words
from bot.ui.report_words import report as screen_of

if TYPE_CHECKING:
    from bot.records import Records, Replay
    from bot.solutions import Solutions
    from bot.strategy.choices import Advisor
    from bot.ui.report_words import Reports as OfSeats
    from bot.ui.words import Words

_log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]


class Reports:
    """Answers who asks how a game was played; refusals are raised."""

    def __init__(self, records: Records, solutions: Solutions) -> None:
        self._records = records
        self._solutions = solutions
        # One at a time: several would share the processor, and presses would wait for all of them.
        self._working = asyncio.Lock()

    async def give(self, interaction: Interaction, game_id: int) -> None:
        """Report on a game of this server, to who asked alone; raises NoSuchGameHere for one that is not over."""
        words = reader_words(interaction)
        past = await self._records.replay(guild_of(interaction), game_id)
        advisor = self._advisor(words, past)
        # A report that has to wait for others may take longer than an answer may.
        await interaction.response.defer(ephemeral=True, thinking=True)
        async with self._working:
            try:
                of_seats, png = await asyncio.to_thread(_work_out, past, advisor)
            except OtherRules as error:
                raise Plainly(
                    words("The rules of this game have changed since it was played, so there is no report on it.")
                ) from error
        screen = screen_of(words, past.stored, of_seats, interaction.user.id)
        file = discord.File(BytesIO(png), "course.png", description=picture_words(words, past.stored, of_seats))
        await interaction.edit_original_response(**screen.to_edit(), attachments=[file])
        _log.info("reported %s", where(interaction, game_id))

    def _advisor(self, words: Words, past: Replay) -> Advisor:
        game = past.stored.game
        if not game.has_rules:
            raise Plainly(words("I do not know the rules of this game any more, so there is no report on it."))
        if game.phase is not Phase.FINISHED or all(seat.given_up for seat in game.seats):
            raise Plainly(words("This game was not played to its end, so there is no report on it."))
        advisor = self._solutions.advisor(game.rules)
        if advisor is not None:
            return advisor
        if self._solutions.awaited(game.rules):
            raise NotSolved(awaited=True)
        raise Plainly(words("I have no report on this game just now. My log tells whoever runs me why."))


def _work_out(past: Replay, advisor: Advisor) -> tuple[OfSeats, bytes]:
    # The event loop gets its turn between any two decisions.
    of_seats = report(past.events, advisor, lambda: time.sleep(0))
    return of_seats, courses.draw(courses_of(past.stored, of_seats))
