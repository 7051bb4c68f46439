"""/replay: a game that is over, roll by roll, and as files."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from bot.game import event_from_json, event_to_json, fold, moves
from bot.game.fair import FairDice
from bot.strategy.players import STAND_IN
from tests.flows.club import Club, actions, control
from tests.flows.past import Before, outdate
from tests.flows.test_history import again, answered, enabled, told

if TYPE_CHECKING:
    import discord
    import simcord

EVERY_BUTTON = [
    "replay-first",
    "replay-back",
    "replay-on",
    "replay-turn",
    "replay-last",
    "replay-json",
    "replay-text",
    "report",
]


class Reel:
    """A replay that somebody steps through."""

    def __init__(self, club: Club, member: simcord.MemberActor, message: discord.Message) -> None:
        self.club = club
        self.member = member
        self._message = message

    @property
    def message(self) -> discord.Message:
        return again(self.club, self._message)

    @property
    def lines(self) -> list[str]:
        return (self.message.embeds[0].description or "").splitlines()

    @property
    def rows(self) -> list[list[str]]:
        """The rows of the cards, without their widths."""
        return [line.split() for line in self.lines]

    @property
    def step(self) -> str:
        return self.message.embeds[0].footer.text or ""

    async def press(self, action: str) -> None:
        await self.club.press(self.member, f"replay-{action}", on=self.message)


async def replay(club: Club, member: simcord.MemberActor, game: int) -> Reel:
    """The replay of a game, at its first step."""
    return Reel(club, member, answered(await member.slash(club.channel, "replay", game=game)))


async def file_of(reel: Reel, form: str) -> tuple[str, bytes]:
    """The file that a button gives, in private."""
    result = await reel.club.press(reel.member, f"replay-{form}", on=reel.message)
    assert result.ephemeral
    assert result.response is not None
    (attachment,) = result.response.message.attachments
    return attachment.filename, await attachment.read()


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dice that tell whose they are: seat, turn and roll, then sixes; the first seat wins the roll-off."""
    monkeypatch.setattr(FairDice, "roll", lambda _, seat, turn, roll: (seat + 1, min(turn, 6), roll, 6, 6))
    monkeypatch.setattr(FairDice, "roll_off", lambda _, seat, attempt: (6 - seat,) * 5)


async def test_a_game_is_stepped_through_roll_by_roll(club: Club, scripted: None) -> None:
    before = Before(club)
    stored = await before.started(club.ada, club.ben)
    stored = await before.leave(await before.turn(await before.turn(stored)), club.ben)
    while stored.game.live:
        stored = await before.turn(stored)
    await before.games.note_shown(stored)
    reel = await replay(club, club.chitra, stored.id)

    assert actions(reel.message) == EVERY_BUTTON
    assert enabled(reel.message) == EVERY_BUTTON[2:]
    assert reel.step == "Step 1 of 30"
    assert reel.lines[:4] == ["**ada begins.**", "Roll-off:", "6 6 6 6 6 = 30 ada", "5 5 5 5 5 = 25 ben"]
    assert not reel.message.content

    await reel.press("on")
    assert enabled(reel.message) == EVERY_BUTTON
    assert reel.lines[:2] == ["**ada, round 1, roll 1 of 3**", "Dice: 1, 1, 1, 6, 6"]
    assert reel.message.content.count("<:die_") == 5
    assert reel.lines[-1] == "`1` **ada** 0 · `2` ben 0"

    await reel.press("on")
    assert reel.lines[:2] == ["**ada: Ones, 3**", "Dice: 1, 1, 1, 6, 6"]
    assert ["Ones", "3", "–"] in reel.rows
    assert reel.lines[-1] == "`1` **ada** 3 · `2` ben 0"

    await reel.press("turn")
    assert reel.lines[:2] == ["**ben, round 1, roll 1 of 3**", "Dice: 2, 1, 1, 6, 6"]
    await reel.press("turn")
    assert reel.lines[0] == "**ben left the game. The others are asked about the open boxes.**"
    assert ["Twos", "–", "–"] in reel.rows
    assert reel.lines[-1] == "`1` ada 3 · `2` **ben** left"

    await reel.press("back")
    assert reel.lines[0] == "**ben: Ones, 2**"
    await reel.press("last")
    assert reel.lines[0].startswith("**ada wins with ")
    assert reel.step == "Step 30 of 30"
    assert enabled(reel.message) == [*EVERY_BUTTON[:2], *EVERY_BUTTON[5:]]
    await reel.press("back")
    assert reel.lines[0] == "**Nobody decided about the open boxes of ben: they become zeros.**"
    assert ["Ones", "3", "2"] in reel.rows
    assert all(row[2] == "0" for row in reel.rows if row[0] in ("Twos", "Threes", "Choice", "Yacht"))
    await reel.press("first")
    assert reel.step == "Step 1 of 30"


async def test_what_was_held_is_marked_and_what_was_taken_back_is_told(club: Club) -> None:
    await club.start(club.ada, rules="yacht")
    game = (await club.game()).id
    await club.press(club.ada, "roll")
    await club.hold(club.ada, 1, 3)
    await club.press(club.ada, "roll")
    await club.score(club.ada, "choice")
    await club.press(club.ada, "undo")
    await club.score(club.ada, "yacht")
    answer = await club.ada.slash(club.channel, "end")
    assert answer.response is not None
    await club.press(club.ada, "end", on=answer.response.message)

    reel = await replay(club, club.ada, game)
    told = []
    while "replay-on" in enabled(reel.message):
        await reel.press("on")
        told.append(reel.lines[0])
    assert [line.split(":")[0].strip("*") for line in told] == [
        "ada, round 1, roll 1 of 3",
        "ada, round 1, roll 2 of 3",
        "ada",
        "ada took the box back.",
        "ada",
        "Ended by ada.",
    ]
    for _ in range(4):
        await reel.press("back")
    dice = reel.message.content.split()
    assert [place for place, die in enumerate(dice) if "_held_" in die] == [1, 3]
    assert reel.lines[1].count("held") == 2


async def test_what_others_decided_and_what_computers_played_is_stepped_through(club: Club) -> None:
    before = Before(club)
    stored = await before.started(club.ada, club.ben, club.chitra)
    names = [member.name for member in (club.ada, club.ben, club.chitra)]
    late = stored.game.current
    assert late is not None
    other = stored.game.others_of(late)[0]
    decider = stored.game.seats[other].player
    turn = stored.game.turn_id(late)
    for decide in (moves.wait, partial(moves.stand_in, level=STAND_IN)):
        stored = await before.act(stored, decider, lambda game, _: moves.time_up(game, late, turn))
        choice = partial(decide, player=decider, turn_id=turn)
        stored = await before.act(stored, decider, lambda game, _: choice(game))  # noqa: B023
    stored = await before.act(stored, decider, lambda game, _: moves.leave(game, game.seats[late].player))
    stored = await before.act(stored, decider, lambda game, _: moves.take_over(game, decider, late, STAND_IN))
    while stored.game.live:
        stored = await before.turn(stored)
    await before.games.note_shown(stored)

    reel = await replay(club, club.dan, stored.id)
    told = []
    for _ in range(4):
        await reel.press("on")
        told.append(reel.lines[0])
    assert told == [
        f"**{names[late]} has not played for 3 days.**",
        f"**{names[other]} gives {names[late]} more time.**",
        f"**{names[late]} has not played for 3 days.**",
        f"**{names[other]} lets the computer play this turn for {names[late]}.**",
    ]
    assert not reel.message.content
    await reel.press("on")
    assert reel.lines[0] == f"**{names[late]} (computer), round 1, roll 1 of 3**"
    await reel.press("turn")
    assert reel.lines[0] == f"**{names[late]} left the game. The others are asked about the open boxes.**"
    await reel.press("on")
    assert reel.lines[0].startswith(f"**{names[other]} lets a computer finish the card of {names[late]}.")
    await reel.press("last")
    assert f"`{late + 1}` {names[late]} (computer) " in reel.lines[-1]

    _, data = await file_of(reel, "text")
    assert data.decode().count(f"\n{names[late]} (computer): ") == 12
    _, data = await file_of(reel, "json")
    whole = json.loads(data)
    assert (whole["players"][late]["computer"], whole["players"][late]["stood_in"]) == (STAND_IN, [1])
    events = [
        event_from_json(event["kind"], {key: value for key, value in event.items() if key not in ("kind", "at")})
        for event in whole["events"]
    ]
    assert [fold(events).total(seat) for seat in range(3)] == [player["total"] for player in whole["players"]]


async def test_a_game_together_with_the_same_dice_is_stepped_through(club: Club) -> None:
    game = await Before(club).finished(club.ada, club.ben, rules="yahtzee", together=True, same_dice=True)
    reel = await replay(club, club.ada, game)
    assert reel.lines[0] == "**Everybody plays at their own pace.**"
    seen = 0
    while "replay-turn" in enabled(reel.message):
        await reel.press("turn")
        seen += 1
    assert seen == 27
    assert "share the win" in reel.lines[0]


async def test_the_whole_game_is_given_as_json(club: Club) -> None:
    game = await Before(club).finished(club.ada, club.ben, rules="yahtzee", same_dice=True)
    name, data = await file_of(await replay(club, club.ada, game), "json")
    whole = json.loads(data)
    assert name == f"yacht-club-game-{game}.json"
    past = await club.bot.records.replay(club.guild.id, game)
    facts: list[dict[str, Any]] = whole["events"]
    events = [
        event_from_json(event["kind"], {key: value for key, value in event.items() if key not in ("kind", "at")})
        for event in facts
    ]
    assert [event_to_json(event) for event in events] == [event_to_json(event) for event in past.events]
    assert [fold(events).total(seat) for seat in (0, 1)] == [player["total"] for player in whole["players"]]
    assert [player["name"] for player in whole["players"]] == ["ada", "ben"]
    joins = [int(join) for join in whole["dice"]["joined_with"].split(",")]
    dice = FairDice.of(bytes.fromhex(whole["dice"]["seed"]), joins, duplicate=whole["duplicate"])
    rolled = next(event for event in facts if event["kind"] == "rolled")
    assert tuple(rolled["dice"]) == dice.roll(0, 1, 1)


async def test_the_whole_game_is_given_as_text(club: Club, scripted: None) -> None:
    before = Before(club)
    game = await before.abandoned(club.ada, club.ben, turns=2)
    name, data = await file_of(await replay(club, club.ada, game), "text")
    assert name == f"yacht-club-game-{game}.txt"
    lines = data.decode().splitlines()
    assert lines[0] == f"Yacht · replay of game {game}"
    assert lines[2:14] == [
        "",
        "ada begins.",
        "Roll-off:",
        "6 6 6 6 6 = 30 ada",
        "5 5 5 5 5 = 25 ben",
        "",
        "ada, round 1, roll 1 of 3. Dice: 1, 1, 1, 6, 6",
        "ada: Ones, 3",
        "",
        "ben, round 1, roll 1 of 3. Dice: 2, 1, 1, 6, 6",
        "ben: Ones, 2",
        "",
    ]
    assert lines[14:18] == ["Ended by ada.", "", "1. ada 3", "2. ben 2"]
    assert ["Ones", "3", "2"] in [line.split() for line in lines]
    seed = (await club.bot.games.load(game)).row.seed.hex()
    assert lines[-2].endswith(seed)


async def test_a_replay_belongs_to_who_asked(club: Club) -> None:
    reel = await replay(club, club.ada, await Before(club).abandoned(club.ada))
    for action in ("on", "text"):
        result = await club.press(club.ben, f"replay-{action}", on=reel.message)
        assert told(result) == (f"Only <@{club.ada.id}> can use these buttons. Ask for your own with /replay.")
    assert reel.step.startswith("Step 1 ")


async def test_a_game_that_is_not_here_or_not_over_is_told_in_private(club: Club) -> None:
    guild = club.env.create_guild("Lagoon")
    channel = guild.create_text_channel("games")
    theirs = await Before(club, guild.id, channel.id).abandoned(club.ada)
    await club.start(club.ada)
    running = (await club.game()).id
    for game in (theirs, running, 999_999):
        sentence = told(await club.ada.slash(club.channel, "replay", game=game))
        assert "/history" in sentence
    ada = guild.add_member(club.ada.user)
    result = await ada.slash(channel, "replay", game=theirs)
    assert not result.ephemeral


async def test_a_lobby_that_closed_has_no_replay(club: Club) -> None:
    await club.ada.slash(club.channel, "play")
    lobby = (await club.game()).id
    await club.press(club.ada, "cancel")
    assert "/history" in told(await club.ada.slash(club.channel, "replay", game=lobby))


async def test_a_press_from_another_server_finds_nothing(club: Club) -> None:
    game = await Before(club).abandoned(club.ada)
    reel = await replay(club, club.ada, game)
    guild = club.env.create_guild("Lagoon")
    channel = guild.create_text_channel("games")
    ada = guild.add_member(club.ada.user)
    theirs = await Before(club, guild.id, channel.id).abandoned(club.ada)
    other = answered(await ada.slash(channel, "replay", game=theirs))
    assert control(other, "replay-on") != control(reel.message, "replay-on")
    assert (other.embeds[0].title, reel.message.embeds[0].title) == (
        f"Yacht · replay of game {theirs}",
        f"Yacht · replay of game {game}",
    )


async def test_a_replay_works_after_a_restart(club: Club) -> None:
    reel = await replay(club, club.ada, await Before(club).abandoned(club.ada))
    await club.restart()
    await reel.press("last")
    assert reel.lines[0] == "**Ended by ada.**"


@pytest.mark.parametrize("end", ["finished", "abandoned"])
async def test_a_game_of_former_players_and_rules_that_are_gone_is_stepped_through(club: Club, end: str) -> None:
    before = Before(club)
    stored = await before.started(club.ada, club.ben)
    game = stored.id
    stored = await before.leave(await before.turn(stored), club.ben)
    if end == "finished":
        while stored.game.live:
            stored = await before.turn(stored)
        total = stored.game.total(0)
    else:
        await before.leave(stored, club.ada)
    await outdate(club, game, "poker-dice")
    for member in (club.ada, club.ben):
        await club.bot.records.forget(member.id)
    reel = await replay(club, club.chitra, game)
    while "replay-on" in enabled(reel.message):
        text = "\n".join(reel.lines)
        assert "former player" in text
        assert not any(name in text for name in ("ada", "ben"))
        await reel.press("on")
    if end == "finished":
        assert reel.lines[0] == f"**former player wins with {total} points.**"
        assert f"`1` former player {total} · `2` former player left" in reel.lines[-1]
    for form in ("json", "text"):
        _, data = await file_of(reel, form)
        assert not any(str(member.id).encode() in data for member in (club.ada, club.ben))
        assert b"Ones" in data or b"ones" in data
