"""Games that are over before a test begins: played on the bot's own games, past Discord."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import discord
from sqlalchemy import delete, update

from bot.game import Order, moves
from bot.games import Press
from db.games import load_events, load_game
from db.schema import events, games, presses, results, seats

if TYPE_CHECKING:
    import simcord

    from bot.games import Games, Move, StoredGame
    from tests.flows.club import Club


class Before:
    """Plays in a channel of a server; the members are those of SimCord, the first is the host."""

    def __init__(self, club: Club, guild: int | None = None, channel: int | None = None) -> None:
        self.club = club
        self.guild = club.guild.id if guild is None else guild
        self.channel = club.channel.id if channel is None else channel

    @property
    def games(self) -> Games:
        return self.club.bot.games

    async def finished(self, *players: simcord.MemberActor, rules: str = "yacht", **manner: bool) -> int:
        """Everybody rolls once a turn and fills the first box that is open; returns the id."""
        stored = await self.started(*players, rules=rules, **manner)
        while stored.game.live:
            stored = await self.turn(stored)
        await self.games.note_shown(stored)
        return stored.id

    async def abandoned(self, *players: simcord.MemberActor, turns: int = 1, rules: str = "yacht") -> int:
        """So many turns, then the host ends the game."""
        stored = await self.started(*players, rules=rules)
        for _ in range(turns):
            stored = await self.turn(stored)
        stored = await self.act(stored, players[0].id, lambda game, _: moves.end(game, players[0].id))
        await self.games.note_shown(stored)
        return stored.id

    async def started(
        self, *players: simcord.MemberActor, rules: str = "yacht", together: bool = False, same_dice: bool = False
    ) -> StoredGame:
        """A game in its first turn."""
        host, *others = players
        stored = await self.games.open(
            self._press(host.id, host.name),
            guild=self.guild,
            channel=self.channel,
            ruleset=rules,
            order=Order.TOGETHER if together else Order.TURNS,
            duplicate=same_dice,
        )
        for other in others:
            press = self._press(other.id, other.name)
            player, join = other.id, press.interaction
            stored = (
                await self.games.act(stored.id, press, lambda game, _, p=player, j=join: moves.join(game, p, j))  # type: ignore[misc]
            ).after
        return await self.act(stored, host.id, lambda game, dice: moves.start(game, host.id, dice))

    async def turn(self, stored: StoredGame) -> StoredGame:
        """Whoever may act rolls once and fills the first box that is open."""
        index = next(seat for seat in range(len(stored.game.seats)) if stored.game.may_act(seat))
        player, shown = stored.game.seats[index].player, stored.game.moment(index)
        stored = await self.act(stored, player, lambda game, dice: moves.roll(game, player, shown, dice))
        seat, rolled = stored.game.seats[index], stored.game.moment(index)
        box = stored.game.rules.options(seat.card, seat.turn.dice)[0].box
        return await self.act(stored, player, lambda game, _: moves.score(game, player, rolled, box))

    async def leave(self, stored: StoredGame, player: simcord.MemberActor) -> StoredGame:
        """That player gives up the seat."""
        return await self.act(stored, player.id, lambda game, _: moves.leave(game, player.id))

    async def act(self, stored: StoredGame, player: int, move: Move) -> StoredGame:
        """That member makes a move; computers play at once."""
        return (await self.games.act(stored.id, self._press(player, "?"), move)).after

    def _press(self, player: int, name: str) -> Press:
        return Press(self.club.env.backend.snowflake(), player, name, discord.utils.utcnow())


async def erase(club: Club, game_id: int) -> None:
    """Remove a game as if it had never been."""
    async with club.database.write() as conn:
        for table in (events, presses, seats, results):
            await conn.execute(delete(table).where(table.c.game_id == game_id))
        await conn.execute(delete(games).where(games.c.id == game_id))


async def outdate(club: Club, game_id: int, ruleset: str) -> None:
    """Make a game one of a ruleset that the code does not have."""
    async with club.database.write() as conn:
        row = await load_game(conn, game_id)
        assert row is not None
        first = (await load_events(conn, game_id))[0]
        state, opened = ({**json.loads(text), "ruleset": ruleset} for text in (row.state, first.data))
        changed = {"ruleset": ruleset, "state": json.dumps(state)}
        await conn.execute(update(games).where(games.c.id == game_id).values(changed))
        await conn.execute(update(results).where(results.c.game_id == game_id).values(ruleset=ruleset))
        its_first = (events.c.game_id == game_id) & (events.c.number == 1)
        await conn.execute(update(events).where(its_first).values(data=json.dumps(opened)))
