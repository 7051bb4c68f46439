"""What stands in the channels: boards posted, edited and retired with the bot's own token, never in a press's way.

The database knows which version of a game its channel has been shown. `bring_up_to_date` closes the gap, whatever made
it: a turn that ended, a command, a crash, a lost permission.
"""

from __future__ import annotations

import asyncio
import json
import logging
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

import discord

from bot.game import Phase, event_from_json
from bot.game.events import Ended, Left, Started, TimedOut
from bot.game.refusals import RulesGone
from bot.games import NoSuchGame
from bot.ui import board, closing, lobby, table
from bot.ui.invitations import Invitations
from bot.ui.phrases import line_of_turn, seat_name
from bot.ui.pings import Call
from bot.ui.posts import UNDELIVERED, Posts, ids, place_is_gone, turn_to_show
from bot.ui.screen import Screen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from bot.choices import Choices
    from bot.games import Games, Outcome, StoredGame
    from bot.records import Records
    from bot.ui.emojis import DiceEmojis
    from bot.ui.pings import Pings
    from bot.ui.words import Words
    from bot.win_chances import WinChances

_log = logging.getLogger(__name__)

FRESH = timedelta(minutes=45)
GIVE_UP = timedelta(days=1)


@dataclass(frozen=True)
class Noted:
    """What an answer has come to: whether the channel shows the game now, and which messages are to be removed."""

    shown: bool
    superfluous: tuple[int, ...] = ()


class Channels:
    """Shows games in the channels they belong to."""

    def __init__(
        self,
        client: discord.Client,
        games: Games,
        records: Records,
        choices: Choices,
        pings: Pings,
        words: Callable[[int], Words],
        chances: WinChances,
    ) -> None:
        self._client = client
        self._games = games
        self._records = records
        self._choices = choices
        self._pings = pings
        self._words = words
        self._chances = chances
        self._posts = Posts(client)
        self.invitations = Invitations(games, pings)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._notes: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    @property
    def emojis(self) -> DiceEmojis:
        """The dice as the client loaded them."""
        emojis: DiceEmojis = self._client.emojis_of_dice  # type: ignore[attr-defined]
        return emojis

    def words(self, guild_id: int) -> Words:
        """The words of a server's boards."""
        return self._words(guild_id)

    async def current(self, stored: StoredGame, *, ping: bool = False, told: str | None = None) -> Screen:
        """What the channel should show of a live game; `told` is what has just been decided."""
        words = self.words(stored.row.guild_id)
        chosen = self._choices.server(stored.row.guild_id)
        computers = chosen.computers
        if stored.game.phase is Phase.LOBBY:
            invited = await self.invitations.open_in(stored)
            return lobby.lobby(words, stored, invited, computers=computers, hints=chosen.hints)
        chances, seat = self._chances.of(stored.game), stored.game.current
        if seat is None:
            return table.table(words, stored, computers=computers, chances=chances, told=told)
        return board.board(words, self.emojis, stored, seat, ping=ping, computers=computers, chances=chances, told=told)

    async def started(self, stored: StoredGame) -> Screen:
        """What the lobby's message becomes once the game has started."""
        event = await self._event(stored, Started)
        return lobby.started(self.words(stored.row.guild_id), self.emojis, stored, event)

    async def over(self, stored: StoredGame) -> Screen:
        """The last message of a game that is over."""
        words = self.words(stored.row.guild_id)
        if stored.game.phase is Phase.FINISHED:
            return closing.final(words, stored, await self._records.closing(stored))
        return closing.given_up(words, stored, await self._event(stored, Ended))

    async def retired(self, stored: StoredGame) -> Screen | None:
        """What the standing board shrinks to when its turn is over; None while it is not."""
        words = self.words(stored.row.guild_id)
        if stored.row.board_turn == 0:
            return await self.started(stored)
        removal = await self._removal(stored)
        by = None if removal is None or removal.by is None else seat_name(words, stored, removal.by)
        line = line_of_turn(words, stored, stored.row.board_turn, removed=removal is not None, decided_by=by)
        return None if line is None else Screen(line)

    def in_hand(self, game_id: int) -> bool:
        """Whether the channel of that game is being brought up to date at this moment."""
        lock = self._locks.get(game_id)
        return lock is not None and lock.locked()

    async def bring_up_to_date(self, game_id: int) -> bool:
        """Show the latest version in the channel, and answer whether it shows it now.

        Never raises for what Discord refuses: the next sweep tries again.
        """
        async with self._locks.setdefault(game_id, asyncio.Lock()):
            # What a removed server left may be deleted at any moment.
            with suppress(NoSuchGame):
                shown = await self._bring_up_to_date(game_id)
                await self._pings.tidy(game_id)
                return shown
        return False

    async def _bring_up_to_date(self, game_id: int) -> bool:
        stored = await self._pings.without_gone_players(game_id)
        if self._client.get_guild(stored.row.guild_id) is None:
            return False
        try:
            await self._show(stored)
        except RulesGone:
            _log.info("not shown, its rules are gone %s", ids(stored))
            return False
        except discord.HTTPException as error:
            await self._not_shown(stored, error)
            return False
        except UNDELIVERED as error:
            _log.warning("not shown %s: %s", ids(stored), error or type(error).__name__)
            return False
        return True

    async def note_board(self, stored: StoredGame, message: int) -> Noted:
        """Note that `message`, sent or edited as an answer, is the current board now, and no other."""
        standing, newest = await self._change_board(stored, message)
        # An answer that was long in coming may have overwritten a later one.
        shown = newest and (await self._games.latest(stored.id)).row.version <= stored.row.version
        return Noted(shown, _superfluous(standing, message, newest=newest))

    async def note_unchanged(self, outcome: Outcome) -> bool:
        """Note that the channel shows the game as it is now, if it showed the game before: a table has no dice."""
        shown = (await self._games.load(outcome.before.id)).row.version_shown >= outcome.before.row.version
        if shown:
            await self._games.note_shown(outcome.after)
        return shown

    async def note_retired(self, stored: StoredGame, message: int, turn: int) -> Noted:
        """Note that the board of that turn has become a line, before a new board can stand: no press finds it again."""
        async with self._noting(stored.id):
            now = await self._games.latest(stored.id)
            if now.row.board_turn != turn:
                return Noted(shown=False)
            await self._note_line(now, message)
        return Noted(shown=False, superfluous=_superfluous(now.row.board_message_id, message, newest=True))

    async def note_struck(self, stored: StoredGame) -> tuple[int, ...]:
        """Note that the line of a turn whose box choice was taken back is to be removed, and answer which it is."""
        line = stored.row.line_message_id
        if line is None:
            return ()
        await self._games.note_shown(stored, version=stored.row.version_shown, line_message_id=None)
        return (line,)

    async def remove(self, stored: StoredGame, messages: Iterable[int]) -> None:
        """Delete messages of a game; one that cannot be deleted is left."""
        await self._posts.remove(stored, messages)

    async def _show(self, stored: StoredGame) -> None:
        row = stored.row
        if not stored.game.live:
            await self._show_over(stored)
        elif row.board_turn != turn_to_show(stored):
            if await self._retire(stored):
                await self._post(stored)
            else:
                await self._take_back(stored)
        elif not await self._is_news(stored) and await self._edit_board(stored, await self.current(stored)):
            await self._games.note_shown(stored)
        else:
            await self._post(stored)

    async def _is_news(self, stored: StoredGame) -> bool:
        """Whether the time of a seat is up since the board was posted: far above the others would not see it."""
        row = stored.row
        if stored.game.late_seat is None or row.board_posted_at is None or row.version_shown >= row.version:
            return False
        late = [event.at for event in await self._games.events(stored.id) if event.kind == TimedOut.kind]
        return late[-1] >= row.board_posted_at

    async def _take_back(self, stored: StoredGame) -> None:
        """Edit the board back to the turn before, whose box choice was taken back."""
        board = stored.row.board_message_id
        if board is not None and await self._edit_board(stored, await self.current(stored)):
            standing, newest = await self._change_board(stored, board)
            await self.remove(stored, _superfluous(standing, board, newest=newest))
        else:
            await self._post(stored)
        await self.remove(stored, await self.note_struck(stored))

    async def _show_over(self, stored: StoredGame) -> None:
        screen, board = await self.over(stored), stored.row.board_message_id
        in_place = self.ends_in_place(stored)
        if in_place and await self._edit_board(stored, screen):
            await self._games.note_shown(stored)
            return
        if not in_place:
            await self._retire(stored)
        # A sweep that began before the end may come here after it has been shown.
        if stored.row.version_shown < stored.row.version:
            message = await self._send(stored, screen)
            if in_place:
                await self._games.note_shown(stored, board_message_id=message.id)
                await self.remove(stored, () if board is None else (board,))
        await self._games.note_shown(stored)

    def ends_in_place(self, stored: StoredGame) -> bool:
        """Whether the last message of a game takes the board's place: nobody else's turns stand above it."""
        return stored.game.phase is not Phase.FINISHED or stored.game.people == 1

    async def _edit_board(self, stored: StoredGame, screen: Screen) -> bool:
        """Edit the standing board; False where none can be edited, or where a new message does better.

        Discord throttles edits of messages older than an hour, and far above nobody sees one.
        """
        posted = stored.row.board_posted_at
        if posted is not None and discord.utils.utcnow() - posted >= FRESH:
            return False
        return await self._posts.edit(stored, stored.row.board_message_id, screen)

    async def _post(self, stored: StoredGame) -> None:
        """Send the current board, and see to it that its player is called if that is due."""
        call = await self._pings.call(stored)
        message = await self._send(stored, await self.current(stored, ping=call is Call.NOW))
        standing, newest = await self._change_board(stored, message.id)
        await self.remove(stored, _superfluous(standing, message.id, newest=newest))
        if not newest:
            await self._show(await self._games.load(stored.id))
            return
        if call is Call.LATER:
            await self._pings.plan_nudge(stored)
        await self._pings.board_moved(stored.id)

    async def _change_board(self, stored: StoredGame, message: int) -> tuple[int | None, bool]:
        """Make `message` the one board of the channel, unless a newer one was noted meanwhile.

        Answers which stood before, and whether `message` is the board now.
        """
        async with self._noting(stored.id):
            row = (await self._games.latest(stored.id)).row
            standing = row.board_message_id
            newest = standing is None or standing <= message
            if newest:
                facts: dict[str, Any] = {"board_message_id": message, "board_turn": turn_to_show(stored)}
                if standing != message:
                    facts["board_posted_at"] = discord.utils.snowflake_time(message)
                elif row.board_turn != turn_to_show(stored):
                    # The turn before it ended on the same board, without a line.
                    facts["line_message_id"] = None
                await self._games.note_shown(stored, **facts)
        return standing, newest

    async def _note_line(self, stored: StoredGame, message: int) -> None:
        """Note that no board stands, and where the line of the latest box choice does: that one may be taken back."""
        row, seats = stored.row, stored.game.seats
        facts: dict[str, Any] = {"board_message_id": None}
        if row.board_turn == 0:
            facts["line_message_id"] = None
        elif not seats[stored.game.seat_of_turn(row.board_turn)].left:
            facts["line_message_id"] = message
        await self._games.note_shown(stored, version=row.version_shown, **facts)

    def _noting(self, game_id: int) -> asyncio.Lock:
        return self._notes.setdefault(game_id, asyncio.Lock())

    async def _send(self, stored: StoredGame, screen: Screen, part: str = "") -> discord.Message:
        return await self._posts.send(stored, screen, f"{stored.id}:{stored.row.version}{part}")

    async def _retire(self, stored: StoredGame) -> bool:
        """Shrink the standing board to what came of its turn; False while that turn is in hand."""
        board, screen = stored.row.board_message_id, await self.retired(stored)
        if screen is None:
            return False
        if board is not None:
            line = board
            if not await self._edit_board(stored, screen):
                line = (await self._send(stored, screen, ":line")).id
            async with self._noting(stored.id):
                now = await self._games.latest(stored.id)
                if now.row.board_message_id == board:
                    await self._note_line(now, line)
            await self.remove(stored, () if line == board else (board,))
        return True

    async def _not_shown(self, stored: StoredGame, error: discord.HTTPException) -> None:
        """A channel that is gone ends its game; anything else makes it wait, though not for ever once it is over."""
        _log.info("not shown %s: %s", ids(stored), error)
        ended = stored.row.ended_at
        if place_is_gone(error):
            await self._games.place_gone(stored.id)
        elif ended is not None and discord.utils.utcnow() - ended > GIVE_UP:
            _log.info("given up %s", ids(stored))
            await self._games.note_shown(stored)

    async def _removal(self, stored: StoredGame) -> Left | None:
        """How the player whose turn the board shows was taken out, his time being up; None if he was not."""
        seat = stored.game.seats[stored.game.seat_of_turn(stored.row.board_turn)]
        if not seat.left:
            return None
        left = await self._events(stored, Left)
        return next((event for event in left if event.removed and event.player == seat.player), None)

    async def _event(self, stored: StoredGame, kind: type[Any]) -> Any:
        return (await self._events(stored, kind))[-1]

    async def _events(self, stored: StoredGame, kind: type[Any]) -> list[Any]:
        rows = await self._games.events(stored.id)
        return [event_from_json(row.kind, json.loads(row.data)) for row in rows if row.kind == kind.kind]


def _superfluous(standing: int | None, message: int, *, newest: bool) -> tuple[int, ...]:
    """Which of the board that stood and `message` is to be removed, now that one of them is the board."""
    if standing is None or standing == message:
        return ()
    return (standing,) if newest else (message,)
