"""What the others may press about a seat that was left, and what the channel shows then."""

from __future__ import annotations

import pytest

from bot.game import Phase
from tests.flows.club import Club, actions
from tests.flows.late import footer, leave, let_computers_play, text, time_up
from tests.flows.trouble import Click, after_a_roll, at_once, only_board, photo, press_photo, refused, told

ASKED = ["zeros", "take-over"]


async def test_the_next_board_asks_about_who_left_and_every_board_after_it(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben, club.chitra)
    await leave(club, first)
    assert await club.current() is second
    assert f"**{first.name}** left, and the others decide" in text(club)
    assert actions(club.board()) == ["roll", "cards", *ASKED]
    await club.press(second, "roll")
    await club.score(second, "choice")
    assert actions(club.board())[-2:] == ASKED
    await only_board(club)


async def test_another_player_who_leaves_is_asked_about_on_the_board_in_place(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben)
    board = club.board().id
    await leave(club, second)
    assert await only_board(club) == board
    assert actions(club.board())[-2:] == ASKED
    assert await club.current() is first


async def test_zeros_settle_it_on_the_same_board(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben, club.chitra)
    await leave(club, second)
    board = club.board().id
    await club.press(first, "zeros")
    assert await only_board(club) == board
    assert not set(ASKED) & set(actions(club.board()))
    assert await club.current() is first
    game = (await club.game()).game
    assert game.rules.is_full(game.seats[game.index_of(second.id) or 0].card)


async def test_the_computer_that_plays_on_is_told_in_the_next_board(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben, club.chitra)
    (third,) = {club.ada, club.ben, club.chitra} - {first, second}
    await leave(club, second)
    board = club.board().id
    await club.press(first, "take-over")
    assert await only_board(club) == board
    assert f"{second.name} (computer)\u00a00" in text(club)
    before = len(club.messages())
    await club.score(first, "choice")
    assert await club.current() is third
    assert len(club.messages()) == before + 1
    person, computer = footer(club).splitlines()
    assert person.startswith(f"{first.name}: Choice, ")
    assert computer.startswith(f"{second.name} (computer): ")
    await club.press(third, "roll")
    await only_board(club)


async def test_alone_with_a_computer_the_board_is_played_in_place_and_tells_its_turns(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben)
    await leave(club, second)
    await club.press(first, "take-over")
    board = club.board().id
    await club.score(first, "choice")
    assert await club.current() is first
    assert await only_board(club) == board
    assert footer(club).startswith(f"{second.name} (computer): ")


async def test_a_game_that_a_computer_finished_is_not_rated(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben)
    await leave(club, second)
    await club.press(first, "take-over")
    stored = await club.game()
    await club.score(first, "choice")
    await play_alone(club, first)
    assert (await club.bot.games.load(stored.id)).game.phase is Phase.FINISHED
    final = text(club)
    assert f"~~{second.name}~~ left; a computer finished the card: " in final
    assert "A computer played, so this game is not rated." in final
    assert f"{first.name} wins" in final
    assert "Rating" not in [field.name for field in club.board().embeds[0].fields]


async def play_alone(club: Club, member: object) -> None:
    """Play the rest of a game in which only that member and computers are left."""
    while (stored := await club.bot.games.live_in(club.channel.id)) is not None:
        await club.press(member, "roll")  # type: ignore[arg-type]
        game = (await club.bot.games.load(stored.id)).game
        seat = game.seats[game.current or 0]
        await club.score(member, game.rules.options(seat.card, seat.turn.dice)[0].box)  # type: ignore[arg-type]


async def test_a_common_game_asks_on_its_table_and_the_computer_fills_the_card_at_once(club: Club) -> None:
    await club.start(club.ada, club.ben, club.chitra, rules="yacht", together=True)
    table = club.board().id
    await leave(club, club.chitra)
    assert actions(club.board()) == ["mine", "cards", *ASKED]
    await club.press(club.ada, "take-over")
    assert "chitra (computer): 12 of 12 boxes" in text(club)
    assert actions(club.board()) == ["mine", "cards"]
    assert await only_board(club) == table


async def test_of_two_presses_the_first_decides(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben, club.chitra)
    (third,) = {club.ada, club.ben, club.chitra} - {first, second}
    await leave(club, second)
    asked = photo(club)
    answers = await at_once(club, Click(first, asked, "zeros"), Click(third, asked, "take-over"))
    (sentence,) = refused(answers)
    assert "settled already" in sentence
    await only_board(club)


@pytest.mark.parametrize("action", ASKED)
async def test_neither_who_left_nor_a_spectator_decides(club: Club, action: str) -> None:
    _, second = await after_a_roll(club, club.ada, club.ben)
    await leave(club, second)
    assert told(await club.press(second, action)) == "You have left this game; the others decide."
    assert "not in this game" in told(await club.press(club.dan, action))
    assert actions(club.board())[-2:] == ASKED


async def test_of_several_who_left_one_at_a_time_is_asked_about(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben, club.chitra, club.dan)
    gone = [member for member in (club.ada, club.ben, club.chitra, club.dan) if member not in (first, second)]
    for member in gone:
        await leave(club, member)
    for _ in gone:
        assert text(club).count("and the others decide. Zeros:") == 1
        await club.press(second, "zeros")
    assert not set(ASKED) & set(actions(club.board()))
    await only_board(club)


async def test_a_late_turn_and_a_seat_that_was_left_are_two_rows(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben, club.chitra)
    (third,) = {club.ada, club.ben, club.chitra} - {first, second}
    await leave(club, third)
    await time_up(club)
    rows = [[item.custom_id.split(":")[1] for item in row.children] for row in club.board().components]  # type: ignore[union-attr]
    assert rows[-2:] == [["wait", "stand-in", "remove"], ASKED]
    assert len(rows) == 5
    await club.press(second, "take-over")
    await club.press(second, "stand-in")
    assert await club.current() is second
    assert footer(club).startswith(f"{first.name} (computer): ") or footer(club).count("(computer)") == 2
    await only_board(club)


async def test_where_computers_may_not_play_nothing_is_asked_and_an_old_button_is_refused(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben, club.chitra)
    await leave(club, second)
    asked = photo(club)
    await let_computers_play(club, allowed=False)
    assert "does not let computers play" in told(await press_photo(club, first, asked, "take-over"))
    await first.slash(club.channel, "board")
    assert not set(ASKED) & set(actions(club.board()))
    question = await first.slash(club.channel, "leave")
    assert "Your open boxes become zeros" in told(question)
