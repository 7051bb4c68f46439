"""The real bot in a simulated Discord, and members who type and press."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simcord.results import to_discord_message

from bot.client import YachtClub
from bot.config import Settings
from bot.game.refusals import Refusal
from db.database import Database

if TYPE_CHECKING:
    from collections.abc import Callable

    import discord
    import simcord

    from bot.games import StoredGame


class Club:
    """One server with a channel, four members, and the bot on a database of its own."""

    def __init__(self, url: str, database: Database, env: simcord.Env) -> None:
        self.url = url
        self.database = database
        self.env = env
        self.guild = env.create_guild("Harbour")
        self.channel = self.guild.create_text_channel("games")
        self.left_unanswered = 0
        self.meant: tuple[type[BaseException], ...] = (Refusal,)
        self.ada, self.ben, self.chitra, self.dan = self.members = tuple(
            self.guild.add_member(env.create_user(name)) for name in ("ada", "ben", "chitra", "dan")
        )

    @property
    def bot(self) -> YachtClub:
        """The bot that is running now."""
        assert isinstance(self.env.bot, YachtClub)
        return self.env.bot

    async def restart(self, meanwhile: Callable[[], object] | None = None) -> None:
        """Stop the bot, close its database, and start both again; it does not notice what happens `meanwhile`."""
        words = self.bot.words
        await self.bot.close()
        await self.database.close()
        if meanwhile is not None:
            listening = [*self.env.backend.subscribers]
            self.env.backend.subscribers.clear()
            meanwhile()
            self.env.backend.subscribers.extend(listening)
        self.database = await Database.open(self.url)
        await self.env.restart_bot(new_bot(self.database, words=words))

    def failures(self) -> list[BaseException]:
        """What the bot raised and was not meant to; a refusal always is."""
        return [error for error in self.env.errors if not isinstance(getattr(error, "original", error), self.meant)]

    def unanswered(self) -> int:
        """How many presses and commands nobody answered; a test whose Discord fails says so in `left_unanswered`."""
        return sum(not interaction.responded for interaction in self.env.backend.interactions.values())

    async def game(self) -> StoredGame:
        """The live game of the channel."""
        stored = await self.bot.games.live_in(self.channel.id)
        assert stored is not None
        return stored

    def messages(self) -> list[discord.Message]:
        """What everybody sees in the channel, the oldest first."""
        return [message for message in self.channel.history() if not message.flags.ephemeral]

    def board(self) -> discord.Message:
        """The last message in the channel that has controls."""
        stored = self.env.backend.messages[self.channel.id].values()
        last = max((each for each in stored if each.components and not each.is_ephemeral), key=lambda each: each.id)
        return to_discord_message(self.env, last)

    def seen_by(self, member: simcord.MemberActor, message_id: int) -> discord.Message:
        """A message of the channel as that member sees it now, though nobody else might."""
        stored = self.env.backend.get_message(self.channel.id, message_id)
        assert stored.visible_to(member.id)
        return to_discord_message(self.env, stored)

    async def press(self, member: simcord.MemberActor, action: str, on: Any = None) -> simcord.InteractionResult:
        """Press the first control of that action, such as "roll" or "hold", on the board or another message."""
        message = self.board() if on is None else on
        return await member.click(message, custom_id=control(message, action))

    async def hold(self, member: simcord.MemberActor, *dice: int, on: Any = None) -> None:
        """Toggle the dice at these positions from 0."""
        for die in dice:
            message = self.board() if on is None else on
            await member.click(message, custom_id=control(message, "hold", f":{die}"))

    async def score(self, member: simcord.MemberActor, box: str, on: Any = None) -> simcord.InteractionResult:
        """Choose a box from the list on the board or on another message."""
        message = self.board() if on is None else on
        return await member.select(message, [box], custom_id=control(message, "score"))

    def member(self, player: int) -> simcord.MemberActor:
        """The member of that id."""
        return next(member for member in self.members if member.id == player)

    async def current(self) -> simcord.MemberActor:
        """The member whose turn it is."""
        game = (await self.game()).game
        assert game.current is not None
        return self.member(game.seats[game.current].player)

    async def start(self, *players: simcord.MemberActor, **options: Any) -> None:
        """Open a game, let the others join, and start it; the first player is the host."""
        host, *others = players
        await host.slash(self.channel, "play", **options)
        for other in others:
            await self.press(other, "join")
        await self.press(host, "start")


def new_bot(database: Database, **options: Any) -> YachtClub:
    """The bot as a test needs it: one shard and no settings but the defaults."""
    return YachtClub(database, Settings(), shard_count=1, **options)


def control(message: Any, action: str, ending: str = "") -> str:
    """The custom_id of a control of that action on a message."""
    ids: list[str] = [item.custom_id for row in message.components for item in row.children]
    return next(each for each in ids if each.startswith(f"yc1:{action}:") and each.endswith(ending))


def actions(message: discord.Message) -> list[str]:
    """The actions of the controls on a message, in order."""
    return [item.custom_id.split(":")[1] for row in message.components for item in row.children]  # type: ignore[union-attr]
