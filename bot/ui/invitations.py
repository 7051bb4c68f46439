"""Who is asked to a rematch: those who played the game before to its end."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from typing import TYPE_CHECKING

from bot.game import Phase
from bot.games import NoSuchGame, Unreadable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.games import Games, StoredGame
    from bot.ui.pings import Pings

_log = logging.getLogger(__name__)

_REMEMBERED = 1000
# An answer waits for this; who has not been looked up by then counts as here.
_LOOKING_UP_SECONDS = 1.0


class Invitations:
    """Whom the lobbies of rematches invite. Nobody who left the game or the server before, and no former player."""

    def __init__(self, games: Games, pings: Pings) -> None:
        self._games = games
        self._pings = pings
        self._gone: OrderedDict[int, frozenset[int]] = OrderedDict()

    async def open_in(self, stored: StoredGame) -> tuple[int, ...]:
        """The members whom a lobby invites and who have not joined it; nobody but in the lobby of a rematch."""
        if stored.game.phase is not Phase.LOBBY or stored.row.rematch_of is None:
            return ()
        try:
            seats = (await self._games.load(stored.row.rematch_of)).game.seats
        except (NoSuchGame, Unreadable):
            return ()
        players = [seat.player for seat in seats if seat.player > 0 and not seat.left]
        others = [player for player in players if stored.game.index_of(player) is None]
        if stored.id not in self._gone:
            self._gone[stored.id] = await self._looked_up(stored, others)
            if len(self._gone) > _REMEMBERED:
                self._gone.popitem(last=False)
        return tuple(player for player in others if player not in self._gone[stored.id])

    async def _looked_up(self, stored: StoredGame, members: Sequence[int]) -> frozenset[int]:
        """Which of these have left the server."""
        gone: set[int] = set()

        async def look_up(member: int) -> None:
            if await self._pings.is_gone(stored, member):
                gone.add(member)

        try:
            async with asyncio.timeout(_LOOKING_UP_SECONDS):
                await asyncio.gather(*map(look_up, members))
        except TimeoutError:
            _log.info("members not looked up in time game=%d", stored.id)
        return frozenset(gone)
