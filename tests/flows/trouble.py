"""What goes wrong in a channel: screens that are out of date, presses at once, lost permissions, a failing Discord."""

from __future__ import annotations

import asyncio
import copy
import fnmatch
import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import discord
import simcord
from simcord import results
from simcord.backend import serializers
from simcord.backend.models import Interaction, Overwrite
from simcord.enums import ComponentType, InteractionType, OverwriteType
from simcord.http import router
from simcord.http.client import FakeHTTPClient, FakeWebhookAdapter
from simcord.interactions import base_payload

from bot.game import moves
from bot.games import Games, Press
from bot.ui import desk
from tests.flows.club import actions, control

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    import pytest

    from bot.games import Move, Outcome
    from tests.flows.club import Club

CALLBACK = "/interactions/*/callback"
SEND = "/channels/*/messages"
EDIT = "/channels/*/messages/*"


@dataclass(frozen=True)
class Photo:
    """A message as somebody's screen still shows it, whatever has become of it since."""

    message: discord.Message
    payload: dict[str, Any]


@dataclass(frozen=True)
class Click:
    """A press that is about to reach the bot. `values` are what was chosen from a list."""

    member: simcord.MemberActor
    photo: Photo
    action: str
    ending: str = ""
    values: tuple[str, ...] = ()

    @property
    def data(self) -> dict[str, Any]:
        """The data of the interaction."""
        kind = ComponentType.STRING_SELECT if self.values else ComponentType.BUTTON
        custom_id = control(self.photo.message, self.action, self.ending)
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": int(kind)}
        return {**data, "values": list(self.values)} if self.values else data


def photo(club: Club, message: discord.Message | None = None) -> Photo:
    """What the board, or another message, looks like now."""
    message = club.board() if message is None else message
    stored = club.env.backend.get_message(message.channel.id, message.id)
    return Photo(message, copy.deepcopy(dict(serializers.message_payload(club.env.backend, stored))))


@dataclass(frozen=True)
class Forged(Click):
    """A press of a button that no board of the bot has: its `ending` is the whole custom_id."""

    @property
    def data(self) -> dict[str, Any]:
        return {"custom_id": self.ending, "component_type": int(ComponentType.BUTTON)}


@dataclass(frozen=True)
class Typed:
    """A slash command without options that is about to reach the bot."""

    member: simcord.MemberActor
    name: str


def send(club: Club, event: Click | Typed) -> Interaction:
    """Let a press or a command reach the bot and wait for nothing."""
    return _send(club, event)


async def at_once(club: Club, *inputs: Click | Typed, deliveries: int = 1) -> list[results.InteractionResult]:
    """Let all of these reach the bot in the same instant, each of them `deliveries` times."""
    records = [_send(club, each, deliveries) for each in inputs]
    await club.env.settle()
    return [results.InteractionResult(club.env, record) for record in records]


def _send(club: Club, event: Click | Typed, deliveries: int = 1) -> Interaction:
    backend = club.env.backend
    common = {"guild_id": club.guild.id, "user_id": event.member.id}
    if isinstance(event, Click):
        channel, kind, data = event.photo.message.channel.id, InteractionType.MESSAGE_COMPONENT, event.data
    else:
        command = backend.find_command(event.name, club.guild.id, type=1)
        assert command is not None
        channel, kind = club.channel.id, InteractionType.APPLICATION_COMMAND
        data = {"id": command["id"], "name": event.name, "type": 1, "options": []}
    record, payload = base_payload(backend, type=kind, channel_id=channel, data=data, **common)
    if isinstance(event, Click):
        record.source_message_id = event.photo.message.id
        payload["message"] = event.photo.payload
    for _ in range(deliveries):
        backend.emit("INTERACTION_CREATE", payload)
    return record


def while_sending(monkeypatch: pytest.MonkeyPatch, club: Club, event: Callable[[], Click | Typed]) -> None:
    """Let this reach the bot, and be carried out, after its next message stands but before the bot is told so."""
    request, waiting = FakeHTTPClient.request, [event]

    async def slow(self: FakeHTTPClient, route: Any, **parts: Any) -> Any:
        answer = await request(self, route, **parts)
        if waiting and route.method == "POST" and route.path == "/channels/{channel_id}/messages":
            record = _send(club, waiting.pop()())
            await asyncio.sleep(0.2)
            assert record.responded
        return answer

    monkeypatch.setattr(FakeHTTPClient, "request", slow)


def overtaken_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the next answer to a press reach Discord only after the one that follows it, which will not wait for it."""
    request, answers, overtaken = FakeWebhookAdapter.request, itertools.count(), asyncio.Event()

    async def slow(self: FakeWebhookAdapter, route: Any, session: Any, **parts: Any) -> Any:
        first = next(answers) == 0
        if first:
            await overtaken.wait()
        answer = await request(self, route, session, **parts)
        overtaken.set()
        return answer

    monkeypatch.setattr(FakeWebhookAdapter, "request", slow)
    monkeypatch.setattr(desk, "_ORDERLY_SECONDS", 0)


def slow_answers(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Let every answer to a press or a command take that long to reach Discord."""
    request = FakeWebhookAdapter.request

    async def slow(self: FakeWebhookAdapter, route: Any, session: Any, **parts: Any) -> Any:
        await asyncio.sleep(seconds)
        return await request(self, route, session, **parts)

    monkeypatch.setattr(FakeWebhookAdapter, "request", slow)


def hold_back(monkeypatch: pytest.MonkeyPatch, method: str) -> asyncio.Event:
    """Let requests of that method with the bot's own token wait until the event is set."""
    request, released = FakeHTTPClient.request, asyncio.Event()

    async def slow(self: FakeHTTPClient, route: Any, **parts: Any) -> Any:
        if route.method == method:
            await released.wait()
        return await request(self, route, **parts)

    monkeypatch.setattr(FakeHTTPClient, "request", slow)
    return released


def before_dismissal(monkeypatch: pytest.MonkeyPatch, event: Callable[[], Coroutine[Any, Any, object]]) -> None:
    """Let this happen just before the bot makes a member leave, or ends a game, of its own accord."""
    dismiss = Games.dismiss

    async def overtaken(self: Games, game_id: int, move: Move) -> Outcome:
        monkeypatch.setattr(Games, "dismiss", dismiss)
        await event()
        return await dismiss(self, game_id, move)

    monkeypatch.setattr(Games, "dismiss", overtaken)


async def press_photo(
    club: Club, member: simcord.MemberActor, old: Photo, action: str, ending: str = "", values: tuple[str, ...] = ()
) -> results.InteractionResult:
    """Press a control as an old screen still shows it."""
    (result,) = await at_once(club, Click(member, old, action, ending, values))
    return result


async def press_custom_id(
    club: Club, member: simcord.MemberActor, old: Photo, custom_id: str
) -> results.InteractionResult:
    """Press the button of that custom_id, which the payload of the photo has been given."""
    record = _send(club, Forged(member, old, "", custom_id))
    await club.env.settle()
    return results.InteractionResult(club.env, record)


def told(result: results.InteractionResult) -> str:
    """What the presser was told in private."""
    messages = [message for message in (result.response, *result.followups) if message is not None]
    assert result.acknowledged
    private = [message.content for message in messages if message.ephemeral]
    assert len(private) == 1, messages
    return private[0]


def refused(answers: list[results.InteractionResult]) -> list[str]:
    """What those were told whose press or command came too late, whichever of them that was."""
    return [told(answer) for answer in answers if answer.response is not None and answer.response.ephemeral]


def live_boards(club: Club, channel: simcord.ChannelHandle | None = None) -> list[int]:
    """The messages of the channel on which a game can be played."""
    history = (channel or club.channel).history()
    return [
        message.id
        for message in history
        if not message.flags.ephemeral and {"roll", "score", "join", "mine"} & set(actions(message))
    ]


async def only_board(club: Club, channel: simcord.ChannelHandle | None = None) -> int:
    """The one message on which the game can be played, which is also the one that the bot knows as its board."""
    stored = await club.bot.games.live_in((channel or club.channel).id)
    assert stored is not None
    assert live_boards(club, channel) == [stored.row.board_message_id]
    assert stored.row.version == stored.row.version_shown
    assert stored.row.board_message_id is not None
    return stored.row.board_message_id


def deny(club: Club, *permissions: str, channel: simcord.ChannelHandle | None = None) -> None:
    """Take permissions from the bot in the channel; none named gives all back."""
    target = (channel or club.channel).id
    bot = club.env.backend.bot_user.id
    if permissions:
        value = discord.Permissions(**dict.fromkeys(permissions, True)).value
        club.env.backend.set_overwrite(target, Overwrite(bot, OverwriteType.MEMBER, deny=value))
    else:
        club.env.backend.delete_overwrite(target, bot)


async def behind_the_scenes(
    club: Club, member: simcord.MemberActor, move: Callable[[Any, int], Callable[..., Any]]
) -> Outcome:
    """Save a move that Discord is never told of, as when the bot dies right after the commit."""
    stored = await club.game()
    interaction = club.env.backend.snowflake()
    press = Press(interaction, member.id, member.name, discord.utils.utcnow())
    return await club.bot.games.act(stored.id, press, move(stored.game, member.id))


def rolls(game: Any, player: int) -> Callable[..., Any]:
    """The roll that the player's board offers now."""
    moment = game.moment(game.index_of(player))
    return lambda game, dice: moves.roll(game, player, moment, dice)


def scores(game: Any, player: int) -> Callable[..., Any]:
    """The first box that the player's dice may fill."""
    seat = game.seats[game.index_of(player)]
    moment, box = game.moment(game.index_of(player)), game.rules.options(seat.card, seat.turn.dice)[0].box
    return lambda game, _: moves.score(game, player, moment, box)


async def play_to_the_last_box(club: Club) -> simcord.MemberActor:
    """Let everybody play, unseen but for the end, until one box is open; answer whose it is."""
    while True:
        game = (await club.game()).game
        member = await club.current()
        await behind_the_scenes(club, member, rolls)
        if sum(len(game.rules.boxes) - len(seat.card.scores) for seat in game.seats) == 1:
            await club.bot.channels.bring_up_to_date((await club.game()).id)
            return member
        await behind_the_scenes(club, member, scores)


def break_network(
    monkeypatch: pytest.MonkeyPatch, method: str, path: str, error: Exception, *, arrives: bool = False
) -> None:
    """Let the connection break on the next such request; where it `arrives`, Discord has carried it out."""
    dispatch = router.dispatch
    left = [error]

    def breaking(backend: Any, verb: str, url: str, **parts: Any) -> Any:
        if not (left and verb == method and fnmatch.fnmatch(url, path)):
            return dispatch(backend, verb, url, **parts)
        if arrives:
            dispatch(backend, verb, url, **parts)
        raise left.pop()

    monkeypatch.setattr(router, "dispatch", breaking)


def rolls_made(game: Any) -> int:
    """The rolls of all turns in hand together."""
    return sum(seat.turn.roll for seat in game.seats)


async def open_boxes(club: Club) -> list[str]:
    """The boxes that the board offers now."""
    game = (await club.game()).game
    assert game.current is not None
    seat = game.seats[game.current]
    return [option.box for option in game.rules.options(seat.card, seat.turn.dice)]


async def after_a_roll(club: Club, *players: simcord.MemberActor) -> tuple[simcord.MemberActor, simcord.MemberActor]:
    """A game of Yacht in which whose turn it is has rolled once: that member, and the one who comes next."""
    await club.start(*players, rules="yacht")
    first = await club.current()
    await club.press(first, "roll")
    return first, players[(players.index(first) + 1) % len(players)]


def thread_of(club: Club) -> simcord.ChannelHandle:
    """A thread in the channel, opened by a member."""
    thread = club.env.backend.create_thread(club.channel.id, "side game", club.ada.id)
    return simcord.ChannelHandle(club.env, club.guild, thread)


def archive(club: Club, thread: simcord.ChannelHandle, *, locked: bool = False) -> None:
    """Somebody archives a thread."""
    club.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": True, "locked": locked})


async def remove_bot(club: Club) -> None:
    """Somebody takes the bot out of the server."""
    club.env.backend.emit("GUILD_DELETE", {"id": str(club.guild.id)})
    await club.env.settle()


async def invite_bot(club: Club) -> None:
    """Somebody invites the bot again."""
    guild = club.env.backend.get_guild(club.guild.id)
    payload = dict(serializers.guild_create_payload(club.env.backend, guild))
    # Only of a server that was there before does Discord say that it is available.
    payload.pop("unavailable", None)
    club.env.backend.emit("GUILD_CREATE", payload)
    await club.env.settle()


async def pass_time(club: Club, seconds: float) -> None:
    """Let that much time go by in one leap; what fell due meanwhile happens now, and once."""
    club.env.backend.clock.advance(seconds)
    await club.env.settle()


async def live_through(club: Club, seconds: float, step: float = 6 * 3600) -> None:
    """Let that much time go by with the bot up, in leaps: one of at most a tenth of a clock counts as no downtime."""
    while seconds > 0:
        await pass_time(club, min(seconds, step))
        seconds -= step
