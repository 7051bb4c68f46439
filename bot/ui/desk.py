"""Where presses and commands are carried out and answered: the game first, the answer next, the channel last."""

from __future__ import annotations

import asyncio
import logging
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

import discord

from bot.game import Phase, checks, moves
from bot.game.events import Left, Rolled, Undone
from bot.game.refusals import GameOver, NotInGame, NotStarted, Refusal, StaleBoard
from bot.games import Press
from bot.hints import hints_on
from bot.ui import board, controls, table
from bot.ui.answers import guild_of, log_late, reader_words, refusal_in_words, say, where
from bot.ui.channels import FRESH, Channels, Noted
from bot.ui.permissions import missing
from bot.ui.phrases import line_of_turn
from bot.ui.pings import Call
from bot.ui.posts import UNDELIVERED, turn_to_show
from bot.ui.question_controls import computers_allowed
from bot.ui.questions import decision_line, leaving_line, removal, removed_answer, who_decided
from bot.ui.screen import Screen

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from bot.game import DiceSource, Game, Transition
    from bot.games import Games, Move, Outcome, StoredGame
    from bot.ui.pings import Pings

_log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]

# An answer that is slow to arrive holds up the next one for this long, to keep both in order; then that one goes ahead.
_ORDERLY_SECONDS = 1.0
_LAST_ANSWERS_SECONDS = 5.0


class Desk:
    """Carries out what members press and type. Refusals are raised; whoever called words them."""

    def __init__(self, games: Games, channels: Channels, pings: Pings) -> None:
        self._games = games
        self._channels = channels
        self._pings = pings
        self._answering: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._in_hand: set[asyncio.Task[Any]] = set()

    def take_in_hand(self) -> None:
        """Note that the running task carries out and answers a press or a command: `finish` waits until it is done."""
        task = asyncio.current_task()
        if task is not None:
            self._in_hand.add(task)
            task.add_done_callback(self._in_hand.discard)

    async def finish(self) -> None:
        """Wait until what was pressed and typed so far has been answered, a few seconds at the most."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_LAST_ANSWERS_SECONDS):
                while self._in_hand:
                    await asyncio.wait(self._in_hand)
        if self._in_hand:
            _log.warning("stopped with %d answers outstanding", len(self._in_hand))

    async def show_board(self, interaction: Interaction, game_id: int) -> None:
        """Answer a command with the current board; the old one goes away."""
        async with self._in_order(game_id):
            stored = await self._games.load(game_id)
            if not stored.game.live:
                raise GameOver
            # An answer calls nobody, and this board may stand where the one that was to call could not be posted.
            in_hand = self._channels.in_hand(game_id)
            uncalled = not in_hand and await self._pings.call(stored) is not Call.NEVER
            noted = await self.answer_with(interaction, stored, await self._channels.current(stored))
        await self.settle(stored, noted)
        if noted.shown and uncalled:
            await self._pings.plan_nudge(stored)
        await self._pings.board_moved(game_id)

    async def act(self, interaction: Interaction, game_id: int, move: Move) -> None:
        """Carry out a move and answer the press with what it led to."""
        async with self._in_order(game_id):
            try:
                outcome = await self._games.act(game_id, press_of(interaction), move)
            except (StaleBoard, GameOver):
                if not is_private(interaction):
                    raise
                await self._redraw(interaction, game_id)
                return
            answered = await self._answer(interaction, outcome)
            noted = await self._note(interaction, outcome) if answered else Noted(shown=False)
        _log_events(interaction, outcome)
        if not await self.settle(outcome.after, noted, presser=interaction.user.id):
            await self._tell_unshown(interaction)

    async def _redraw(self, interaction: Interaction, game_id: int) -> None:
        """Put the present board in place of a private one that is out of date; raises NotInGame or HasLeft."""
        stored = await self._games.load(game_id)
        index = seat_of(stored.game, interaction.user.id)
        screen = board.private_board(reader_words(interaction), self._channels.emojis, stored, index)
        await self._say(interaction, screen, replace=True)

    async def join(self, interaction: Interaction, game_id: int) -> None:
        """Take a seat for who pressed."""
        player, join = interaction.user.id, interaction.id
        await self.act(interaction, game_id, lambda game, _: moves.join(game, player, join))

    async def start(self, interaction: Interaction, game_id: int) -> None:
        """Start the game for who pressed."""
        press = press_of(interaction)
        away = await self._games.host_is_away(game_id, press.at)
        setting = interaction.client.choices.server(guild_of(interaction)).hints

        def move(game: Game, dice: DiceSource) -> Transition:
            return moves.start(game, press.member, dice, host_away=away, hints=hints_on(setting, game))

        await self.act(interaction, game_id, move)

    async def show_cards(self, interaction: Interaction, game_id: int, player: int | None = None) -> None:
        """Show the cards of a game privately, or those of one member."""
        stored = await self._games.load(game_id)
        only = None if player is None else stored.game.index_of(player)
        if player is not None and only is None:
            raise NotInGame
        await self._say(interaction, table.cards(reader_words(interaction), stored, only))

    async def show_my_turn(self, interaction: Interaction, game_id: int) -> None:
        """Open the board of who pressed, in private: order `together`."""
        stored = await self._games.load(game_id)
        index = seat_of(stored.game, interaction.user.id)
        if stored.game.phase is not Phase.PLAYING:
            raise GameOver if not stored.game.live else NotStarted
        words = reader_words(interaction)
        await self._say(interaction, board.private_board(words, self._channels.emojis, stored, index))

    async def ask_to_leave(self, interaction: Interaction, stored: StoredGame) -> None:
        """Leave a lobby at once; ask first in a running game, and say what it means."""
        words = reader_words(interaction)
        seat_of(stored.game, interaction.user.id)
        if stored.game.phase is Phase.LOBBY:
            await self._leave(interaction, stored.id, moves.leave_lobby)
            return
        text = leaving_line(words, stored, interaction.user.id, computers=computers_allowed(interaction))
        button = controls.ConfirmLeave(stored.id, words("Leave the game"))
        await self._say(interaction, Screen(text, view=controls.view_of([button])))

    async def ask_to_remove(self, interaction: Interaction, game_id: int, turn: int) -> None:
        """Ask first whether the member whose turn is late shall be removed; refuse at once what could not be done."""
        stored = await self._games.load(game_id)
        moves.remove(stored.game, interaction.user.id, turn)
        await self._say(interaction, removal(reader_words(interaction), stored, turn))

    async def remove(self, interaction: Interaction, game_id: int, turn: int) -> None:
        """Remove the member whose turn is late."""
        player = interaction.user.id
        done = removed_answer(reader_words(interaction), await self._games.load(game_id), turn)
        await self.act_aside(interaction, game_id, lambda game, _: moves.remove(game, player, turn), done)

    async def ask_to_end(self, interaction: Interaction, stored: StoredGame) -> None:
        """End a lobby at once; ask first in a running game."""
        words = reader_words(interaction)
        manager = interaction.permissions.manage_messages
        moves.end(stored.game, interaction.user.id, may_manage=manager)
        if stored.game.phase is Phase.LOBBY:
            await self._end(interaction, stored.id, moves.cancel_lobby)
            return
        text = words("End this game for everybody? It will have no winner.")
        button = controls.ConfirmEnd(stored.id, words("End the game"))
        await self._say(interaction, Screen(text, view=controls.view_of([button])))

    async def leave(self, interaction: Interaction, game_id: int) -> None:
        """Give up the seat of who asked."""
        await self._leave(interaction, game_id, moves.leave)

    async def end(self, interaction: Interaction, game_id: int) -> None:
        """End the game for everybody."""
        await self._end(interaction, game_id, moves.end)

    async def _leave(self, interaction: Interaction, game_id: int, leaving: Callable[[Game, int], Transition]) -> None:
        player = interaction.user.id
        done = reader_words(interaction)("You have left the game.")
        await self.act_aside(interaction, game_id, lambda game, _: leaving(game, player), done)

    async def _end(self, interaction: Interaction, game_id: int, ending: Callable[..., Transition]) -> None:
        player, manager = interaction.user.id, interaction.permissions.manage_messages
        done = reader_words(interaction)("The game is ended.")
        await self.act_aside(interaction, game_id, lambda game, _: ending(game, player, may_manage=manager), done)

    async def act_aside(self, interaction: Interaction, game_id: int, move: Move, done: str) -> None:
        """Carry out a move that was not pressed on the board: answer in private, then bring the channel up to date."""
        try:
            outcome = await self._games.act(game_id, press_of(interaction), move)
        except Refusal as refusal:
            if not is_private(interaction):
                raise
            # The question that was pressed is out of date: its button goes.
            sentence = await refusal_in_words(interaction, refusal, game_id)
            await self._say(interaction, Screen(sentence), replace=True)
            return
        _log_events(interaction, outcome)
        try:
            await self._say(interaction, Screen(done), replace=True)
        except UNDELIVERED as error:
            log_late(interaction, game_id, error)
        await self._channels.bring_up_to_date(game_id)

    async def _answer(self, interaction: Interaction, outcome: Outcome) -> bool:
        """Edit the pressed message into what stands there now; False if Discord did not take the answer."""
        screen = await self._next_screen(interaction, outcome)
        try:
            await interaction.response.edit_message(**screen.to_edit())
        except (*UNDELIVERED, discord.InteractionResponded) as error:
            log_late(interaction, outcome.after.id, error)
            # The message may be gone while the press still waits for an answer.
            with suppress(*UNDELIVERED, discord.InteractionResponded):
                await interaction.response.defer()
            return False
        return True

    async def _next_screen(self, interaction: Interaction, outcome: Outcome) -> Screen:
        stored, game = outcome.after, outcome.after.game
        if is_private(interaction):
            words = reader_words(interaction)
            index = game.index_of(interaction.user.id)
            if index is not None:
                return board.private_board(words, self._channels.emojis, stored, index)
        if outcome.before.game.phase is Phase.LOBBY and game.phase is Phase.PLAYING:
            return await self._channels.started(stored)
        if stays(outcome):
            words = self._channels.words(stored.row.guild_id)
            return await self._channels.current(stored, told=decision_line(words, stored, outcome.events))
        if self._over_in_place(stored):
            return await self._channels.over(stored)
        return self._line(outcome)

    def _line(self, outcome: Outcome) -> Screen:
        """What came of the turn that the pressed board showed, whatever computers have played after it."""
        words, turn = self._channels.words(outcome.after.row.guild_id), turn_to_show(outcome.before)
        removed = any(isinstance(event, Left) and event.removed for event in outcome.events)
        by = who_decided(words, outcome.after, outcome.events)
        return Screen(line_of_turn(words, outcome.after, turn, removed=removed, decided_by=by))

    async def _note(self, interaction: Interaction, outcome: Outcome) -> Noted:
        """Note what the answer has shown in the channel."""
        stored = outcome.after
        if interaction.message is None or is_private(interaction):
            return Noted(_is_unseen(outcome) and await self._channels.note_unchanged(outcome))
        if not (stays(outcome) or self._over_in_place(stored)):
            return await self._channels.note_retired(stored, interaction.message.id, turn_to_show(outcome.before))
        noted = await self._channels.note_board(stored, interaction.message.id)
        if any(isinstance(event, Undone) for event in outcome.events):
            return Noted(noted.shown, noted.superfluous + await self._channels.note_struck(stored))
        return noted

    async def settle(self, stored: StoredGame, noted: Noted, *, presser: int | None = None) -> bool:
        """Do with the bot's own token what an answer has left to do, which no press may wait for.

        Answers whether the channel shows the game. `presser` need not be reminded any more.
        """
        shown = noted.shown or await self._channels.bring_up_to_date(stored.id)
        await self._channels.remove(stored, noted.superfluous)
        await self._pings.tidy(stored.id, presser)
        return shown

    def _over_in_place(self, stored: StoredGame) -> bool:
        return not stored.game.live and self._channels.ends_in_place(stored)

    async def _tell_unshown(self, interaction: Interaction) -> None:
        words = reader_words(interaction)
        lacking = missing(words, interaction.app_permissions, thread=isinstance(interaction.channel, discord.Thread))
        if lacking:
            text = words(
                "Your move is kept, but I may not show the board here: I need {permissions}. "
                "The game waits; /board shows it once that is granted.",
                permissions=", ".join(lacking),
            )
        else:
            text = words("Your move is kept, but the board could not be shown just now. /board shows it again.")
        try:
            await say(interaction, text)
        except UNDELIVERED as error:
            _log.info("answer not delivered %s: %s", where(interaction, None), error)

    async def answer_with(self, interaction: Interaction, stored: StoredGame, screen: Screen) -> Noted:
        """Answer a command with the board, which is then the board of the channel."""
        try:
            response = await interaction.response.send_message(**screen.to_send())
        except UNDELIVERED as error:
            log_late(interaction, stored.id, error)
            return Noted(shown=False)
        if response.message_id is None:
            return Noted(shown=False)
        return await self._channels.note_board(stored, response.message_id)

    async def _say(self, interaction: Interaction, screen: Screen, *, replace: bool = False) -> None:
        """Show a screen to who asked alone; `replace` puts it in place of a private message that was pressed."""
        if replace and is_private(interaction):
            await interaction.response.edit_message(**screen.to_edit())
            return
        await interaction.response.send_message(ephemeral=True, **screen.to_send())

    @asynccontextmanager
    async def _in_order(self, game_id: int) -> AsyncIterator[None]:
        """Let the answers to one game leave in the order of its moves, or an older board could overwrite a newer."""
        lock = self._answering.setdefault(game_id, asyncio.Lock())
        try:
            async with asyncio.timeout(_ORDERLY_SECONDS):
                await lock.acquire()
        except TimeoutError:
            yield
            return
        try:
            yield
        finally:
            lock.release()


def press_of(interaction: Interaction) -> Press:
    """Who pressed or typed, and when it reached the bot."""
    return Press(interaction.id, interaction.user.id, interaction.user.display_name, discord.utils.utcnow())


def seat_of(game: Game, player: int) -> int:
    """The seat of a member who is still in the game; raises NotInGame or HasLeft."""
    return checks.seated(game, player)


def is_private(interaction: Interaction) -> bool:
    """Whether the pressed message is one that only its presser sees."""
    return interaction.message is not None and interaction.message.flags.ephemeral


def stays(outcome: Outcome) -> bool:
    """Whether the pressed board goes on standing: the same turn, one taken back, or a next one of the same player."""
    before, after = outcome.before, outcome.after
    if not after.game.live or before.game.phase is not after.game.phase:
        return False
    if turn_to_show(before) == turn_to_show(after) or any(isinstance(event, Undone) for event in outcome.events):
        return True
    posted = after.row.board_posted_at
    return before.game.current == after.game.current and posted is not None and discord.utils.utcnow() - posted < FRESH


def _is_unseen(outcome: Outcome) -> bool:
    """Whether nothing of a private press shows on the table: dice do not, but that a player is not late any more."""
    late = [[seat.late for seat in stored.game.seats] for stored in (outcome.before, outcome.after)]
    return late[0] == late[1] and all(isinstance(event, Rolled) for event in outcome.events)


def _log_events(interaction: Interaction, outcome: Outcome) -> None:
    for event in outcome.events:
        _log.info("%s %s", event.kind, where(interaction, outcome.after.id))
