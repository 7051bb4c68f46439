"""Computers that are added in the lobby, and hints: from the list to the final table, the rematch and what is kept."""

from __future__ import annotations

import math
import random
import re
from itertools import product
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from bot.game import FairDice, Phase
from bot.rules import RULESETS, Card
from bot.strategy.players import PLAYERS
from bot.ui.terms import LEVEL_NAMES
from tests.flows import worth
from tests.flows.club import actions, control
from tests.flows.test_report import FIGURES, lines, pressed
from tests.flows.trouble import behind_the_scenes, photo, press_photo, rolls, scores, told

if TYPE_CHECKING:
    import discord
    import simcord

    from bot.games import StoredGame
    from bot.solutions import Solutions
    from bot.strategy.solving import Solution
    from tests.flows.club import Club
    from tests.solved import Solved

DECKHAND = "🤖\u00a0Deckhand"
HINTS_ON = "Hints are on: this game is not rated and sets no records."
NOTHING = 1e-6
# What the skipper does e**25 times less often than the best, as a part of the spread of final scores.
WORST_MISTAKE = 25 * 0.014


@pytest.fixture
def bot_options(solutions: Solutions, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """All games are solved, and the skipper makes the same mistakes in every run."""
    monkeypatch.setattr("bot.strategy.playing.random", SimpleNamespace(Random=lambda: random.Random(5)))
    return {"solutions": solutions}


async def choose(club: Club, member: simcord.MemberActor, value: str, on: Any = None) -> simcord.InteractionResult:
    """Choose from the list of computers in the lobby."""
    message = club.board() if on is None else on
    return await member.select(message, [value], custom_id=control(message, "computers"))


async def start(club: Club, *players: simcord.MemberActor, computers: tuple[str, ...] = (), **options: Any) -> None:
    """Open a game, let the others join, add computers, and start it; the first player is the host."""
    host, *others = players
    await host.slash(club.channel, "play", **{"rules": "yacht", **options})
    for other in others:
        await club.press(other, "join")
    for level in computers:
        await choose(club, host, level)
    await club.press(host, "start")


async def take_turn(club: Club, member: simcord.MemberActor, board: int | None = None) -> None:
    """Roll once and fill the first box of the list, on the private board of that id or on the channel's."""

    def message() -> discord.Message:
        return club.board() if board is None else club.seen_by(member, board)

    await club.press(member, "roll", on=message())
    game = (await club.game()).game
    index = game.index_of(member.id)
    assert index is not None
    seat = game.seats[index]
    await club.score(member, game.rules.options(seat.card, seat.turn.dice)[0].box, on=message())


async def play_out(club: Club) -> StoredGame:
    """Play the game that runs to its end, unseen but for the last message."""
    stored = await club.game()
    while (game := (await club.bot.games.load(stored.id)).game).live:
        index = next(index for index in range(len(game.seats)) if game.may_act(index))
        for move in (rolls, scores):
            await behind_the_scenes(club, club.member(game.seats[index].player), move)
    await club.bot.channels.bring_up_to_date(stored.id)
    return await club.bot.games.load(stored.id)


def first_rolls(monkeypatch: pytest.MonkeyPatch, leader: int) -> None:
    """Let that seat win the roll-off."""
    monkeypatch.setattr(FairDice, "roll_off", lambda _dice, seat, _attempt: (6 if seat == leader else 1,) * 5)


def text(message: Any) -> str:
    description: str | None = message.embeds[0].description
    return description or ""


def footer(message: discord.Message) -> str:
    return message.embeds[0].footer.text or ""


def items(message: discord.Message, action: str) -> list[Any]:
    """The controls of that action."""
    shown: list[Any] = [item for row in message.components for item in row.children]  # type: ignore[union-attr]
    return [item for item in shown if item.custom_id.startswith(f"yc1:{action}:")]


def options(message: discord.Message) -> list[str]:
    """The labels of the list in a lobby."""
    (select,) = items(message, "computers")
    return [option.label for option in select.options]


def hints_button(message: discord.Message) -> str | None:
    """The label of the button for hints; None where there is none."""
    return next((item.label for item in items(message, "hints")), None)


def final(club: Club) -> discord.Message:
    """The last message of a game that was finished."""
    last = club.messages()[-1]
    assert last.embeds[0].title is not None
    assert last.embeds[0].title.endswith("final table")
    return last


# Each strength and each ruleset in both orders.
GAMES = [
    (level, rules, (strong + which) % 2 == 1)
    for (strong, level), (which, rules) in product(enumerate(PLAYERS), enumerate(RULESETS))
]


@pytest.mark.parametrize(("level", "rules", "together"), GAMES)
async def test_a_game_against_a_computer_of_each_level_to_its_end(
    club: Club, solved: Solved, level: str, rules: str, together: bool
) -> None:
    await start(club, club.ada, computers=(level,), rules=rules, together=together)
    stored = await club.game()
    name, boxes = f"🤖\u00a0{LEVEL_NAMES[level]}", len(RULESETS[rules].boxes)
    begun, board = club.messages()
    private = None
    if together:
        assert f"{name}**: {boxes} of {boxes} boxes" in text(board)
        answer = await club.press(club.ada, "mine")
        assert answer.response is not None
        private = answer.response.id
    for turn in range(1, boxes + 1):
        await take_turn(club, club.ada, private)
        if turn < boxes and not together:
            (_, now) = club.messages()
            assert now.id == board.id
            assert f"{name}: " in footer(now)
            assert f"{name}\N{NO-BREAK SPACE}" in text(now)
            assert "undo" not in actions(now)

    game = (await club.bot.games.load(stored.id)).game
    assert game.phase is Phase.FINISHED
    assert [len(seat.card.scores) for seat in game.seats] == [boxes, boxes]
    assert [message.id for message in club.messages()] == [begun.id, board.id]
    table = text(final(club))
    assert re.search(rf"{name} \*\*{game.total(1)}\*\*$", table, re.MULTILINE)
    assert re.search(rf"ada \*\*{game.total(0)}\*\*$", table, re.MULTILINE)
    assert "A computer played, so this game is not rated." in table
    assert not any(f"<@{club.ada.id}>" in (message.content or "") for message in club.messages())

    solution, events = solved(game.rules), await club.bot.games.events(stored.id)
    lost = [worth.costs(game.rules, events, seat, worth.of_game(solution)) for seat in (0, 1)]
    plays_as_its_level(level, solution, lost[1], worth.costs(game.rules, events, 1, worth.of_moment))
    report = lines(await pressed(club, club.ada, final(club)))
    figures = {found["name"]: found for line in report if (found := FIGURES.fullmatch(line))}
    for seat, shown in ((0, "ada"), (1, name)):
        assert float(figures[shown]["par"]) == pytest.approx(solution.final(Card()).mean, abs=0.0501)
        assert float(figures[shown]["lost"]) == pytest.approx(sum(lost[seat]), abs=0.0501)
        assert int(figures[shown]["final"]) == game.total(seat)


def plays_as_its_level(level: str, solution: Solution, lost: list[float], lost_now: list[float]) -> None:
    """Hold what a computer's decisions cost of the game, and of the points of their turn, to what its level may do."""
    assert min(lost + lost_now) > -NOTHING
    match level:
        case "deckhand":
            assert max(lost_now) < NOTHING
            assert sum(lost) > 1
        case "skipper":
            assert sum(lost) > NOTHING
            assert max(lost) < WORST_MISTAKE * math.sqrt(solution.final(Card()).variance)
            assert sum(lost_now) > 1
        case "admiral":
            assert max(lost) < NOTHING
            assert sum(lost_now) > 1


class TestUnsolved:
    """While nothing is solved."""

    @pytest.fixture
    def bot_options(self) -> dict[str, Any]:
        return {}

    async def test_all_computers_play_for_the_moment_and_to_the_end(self, club: Club) -> None:
        await start(club, club.ada, computers=("skipper", "admiral"), rules="yahtzee")
        game_id = (await club.game()).id
        for _ in RULESETS["yahtzee"].boxes:
            await take_turn(club, club.ada)

        game = (await club.bot.games.load(game_id)).game
        assert game.phase is Phase.FINISHED
        for seat, name in ((1, "🤖\u00a0Skipper"), (2, "🤖\u00a0Admiral")):
            assert f"{name} **{game.total(seat)}**" in text(final(club))
            events = await club.bot.games.events(game_id)
            assert max(worth.costs(game.rules, events, seat, worth.of_moment)) < NOTHING


async def test_computers_that_begin_are_told_on_the_first_board(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    first_rolls(monkeypatch, leader=1)

    await start(club, club.ada, computers=("deckhand", "deckhand"))

    begun, board = club.messages()
    assert begun.embeds[0].fields[0].value == f"**{DECKHAND}**, {DECKHAND}\u00a02, ada"
    scored = [seat.card.scores[0][1] for seat in (await club.game()).game.seats[1:]]
    told_of = footer(board).splitlines()
    assert [line.split(": ")[0] for line in told_of] == [DECKHAND, f"{DECKHAND}\u00a02"]
    assert [int(line.rsplit(", ")[1]) for line in told_of] == scored


async def test_a_computer_between_members_is_told_on_the_next_members_board(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    first_rolls(monkeypatch, leader=0)
    await start(club, club.ada, club.ben, computers=("deckhand",))

    await take_turn(club, club.ada)
    assert DECKHAND not in footer(club.board())
    assert "undo" in actions(club.board())
    await take_turn(club, club.ben)

    assert [line.split(": ")[0] for line in footer(club.board()).splitlines()] == ["ben", DECKHAND]
    assert "undo" not in actions(club.board())
    assert (await club.current()).id == club.ada.id


async def test_what_a_computer_has_rolled_since_may_not_be_undone(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    first_rolls(monkeypatch, leader=0)
    await start(club, club.ada, club.ben, computers=("deckhand",))
    await take_turn(club, club.ada)
    before = photo(club)
    await take_turn(club, club.ben)

    assert told(await press_photo(club, club.ben, before, "undo")).startswith("You have nothing to take back")


async def test_the_host_adds_computers_and_sends_them_away(club: Club) -> None:
    await club.ada.slash(club.channel, "play", rules="yacht")
    assert options(club.board()) == [LEVEL_NAMES[level] for level in PLAYERS]
    for _ in range(3):
        await choose(club, club.ada, "deckhand")
    assert "Players, 4 of 10:" in text(club.board())
    names = [f"{DECKHAND}{number}" for number in ("", "\u00a02", "\u00a03")]
    assert re.findall(r"\*\*(.+)\*\*", text(club.board())) == ["ada", *names]
    assert options(club.board())[-3:] == [f"Remove {name}" for name in names]
    old = club.board()

    first = (await club.game()).game.seats[1].player
    await choose(club, club.ada, f"dismiss:{first}")

    assert [seat.player for seat in (await club.game()).game.seats] == [club.ada.id, first - 1, first - 2]
    assert (await club.game()).names == ("ada", "deckhand 2", "deckhand 3")
    assert control(club.board(), "computers") != control(old, "computers")
    for _ in range(7):
        await choose(club, club.ada, "deckhand")
    assert len(options(club.board())) == 9
    assert all(label.startswith("Remove ") for label in options(club.board()))


async def test_nobody_but_the_host_adds_computers_or_turns_hints_on_or_off(club: Club) -> None:
    await club.ada.slash(club.channel, "play", rules="yacht")
    assert told(await choose(club, club.dan, "deckhand")) == "You have not joined yet. Press Join in the lobby to play."
    assert told(await club.press(club.dan, "hints")) == "You have not joined yet. Press Join in the lobby to play."
    await club.press(club.ben, "join")
    assert told(await choose(club, club.ben, "deckhand")) == "Only ada, the host, may do that."


async def test_where_computers_may_not_play_the_lobby_has_no_list_of_them(club: Club) -> None:
    await club.ada.slash(club.channel, "play", rules="yacht")
    await choose(club, club.ada, "deckhand")
    await club.bot.choices.change_server(club.guild.id, computers=False)

    assert told(await choose(club, club.ada, "deckhand")) == (
        "This server does not let computers play. Who manages it can change that."
    )

    computer = (await club.game()).game.seats[1].player
    await choose(club, club.ada, f"dismiss:{computer}")
    assert actions(club.board()) == ["join", "leave-lobby", "start", "cancel", "hints"]


async def test_hints_are_on_alone_unless_the_host_turns_them_off(club: Club) -> None:
    await club.ada.slash(club.channel, "play", rules="yacht")
    assert (HINTS_ON in text(club.board()), hints_button(club.board())) == (True, "Hints: on")
    await choose(club, club.ada, "deckhand")
    assert (HINTS_ON in text(club.board()), hints_button(club.board())) == (True, "Hints: on")

    await club.press(club.ada, "hints")
    assert (HINTS_ON in text(club.board()), hints_button(club.board())) == (False, "Hints: off")
    await club.press(club.ada, "hints")
    assert (HINTS_ON in text(club.board()), hints_button(club.board())) == (True, "Hints: on")

    await club.press(club.ada, "start")
    assert (await club.game()).game.hints is True
    assert HINTS_ON in text(club.messages()[0])


async def test_hints_of_a_member_alone_are_off_once_another_joins(club: Club) -> None:
    await club.ada.slash(club.channel, "play", rules="yacht")
    alone = photo(club)
    await club.press(club.ben, "join")
    assert (HINTS_ON in text(club.board()), hints_button(club.board())) == (False, None)

    assert told(await press_photo(club, club.ada, alone, "hints")) == (
        "This server does not leave that choice for this game."
    )

    await club.press(club.ada, "start")
    assert (await club.game()).game.hints is False


@pytest.mark.parametrize(
    ("setting", "alone", "several"), [("always", "Hints: on", "Hints: off"), ("never", None, None)]
)
async def test_hints_follow_the_servers_setting(
    club: Club, setting: str, alone: str | None, several: str | None
) -> None:
    await club.bot.choices.change_server(club.guild.id, hints=setting)
    await club.ada.slash(club.channel, "play", rules="yacht")
    assert hints_button(club.board()) == alone
    await club.press(club.ben, "join")
    assert hints_button(club.board()) == several
    if several is not None:
        assert told(await club.press(club.ben, "hints")) == "Only ada, the host, may do that."
        await club.press(club.ada, "hints")
        assert HINTS_ON in text(club.board())

    await club.press(club.ada, "start")

    assert (await club.game()).game.hints is (setting == "always")
    stored = await play_out(club)
    assert stored.game.rated is (setting == "never")
    assert ("Hints were on, so this game is not rated" in text(final(club))) is (setting == "always")


async def test_an_old_button_for_hints_gives_none_that_the_server_does_not_allow(club: Club) -> None:
    await club.ada.slash(club.channel, "play", rules="yacht")
    await club.press(club.ada, "hints")
    await club.bot.choices.change_server(club.guild.id, hints="never")

    assert told(await club.press(club.ada, "hints")) == "This server does not leave that choice for this game."

    await club.press(club.ada, "start")
    assert (await club.game()).game.hints is False


async def test_a_rematch_has_the_same_computers_and_the_same_choice(club: Club) -> None:
    await club.ada.slash(club.channel, "play", rules="yacht")
    for level in ("deckhand", "deckhand"):
        await choose(club, club.ada, level)
    await club.press(club.ada, "hints")
    await club.press(club.ada, "start")
    await play_out(club)

    await club.press(club.ada, "rematch", on=final(club))

    rematch = await club.game()
    assert rematch.names == ("ada", "deckhand", "deckhand 2")
    assert (rematch.game.hints, hints_button(club.board())) == (False, "Hints: off")
    await club.press(club.ada, "start")
    assert (await play_out(club)).game.phase is Phase.FINISHED


async def test_a_rematch_leaves_computers_out_that_may_not_play_any_more(club: Club) -> None:
    await start(club, club.ada, computers=("deckhand",))
    await play_out(club)
    await club.bot.choices.change_server(club.guild.id, computers=False)

    await club.press(club.ada, "rematch", on=final(club))

    assert (await club.game()).names == ("ada",)


async def test_a_game_whose_last_member_leaves_computers_alone_is_over(club: Club) -> None:
    await start(club, club.ada, computers=("deckhand",))
    stored = await club.game()
    answer = await club.ada.slash(club.channel, "leave")
    assert told(answer) == "Leave this game? You cannot win then, and the game ends."
    assert answer.response is not None
    message = club.seen_by(club.ada, answer.response.id)
    await club.ada.click(message, custom_id=control(message, "leave"))

    assert (await club.bot.games.load(stored.id)).game.phase is Phase.ABANDONED
    assert DECKHAND in text(club.messages()[-1])


async def test_the_records_of_a_server_name_computers_and_count_none(club: Club) -> None:
    await start(club, club.ada, computers=("deckhand", "deckhand"))
    cards = await club.ada.slash(club.channel, "cards")
    assert cards.response is not None
    assert [str(field.name).split(":")[0] for field in cards.response.embeds[0].fields] == [
        "ada",
        DECKHAND,
        f"{DECKHAND}\u00a02",
    ]
    stored = await play_out(club)

    history = await club.ada.slash(club.channel, "history")
    assert history.response is not None
    assert DECKHAND in text(history.response)
    assert "unrated" in text(history.response)
    replay = await club.ada.slash(club.channel, "replay", game=stored.id)
    assert replay.response is not None
    assert DECKHAND in text(replay.response)
    assert await club.bot.records.statistics(club.guild.id, "yacht", club.ada.id) is None
    await club.ada.slash(club.channel, "leaderboard", rules="yacht", by="best")
    assert text(club.messages()[-1]).startswith("Nobody has a total here yet.")
