"""Presses on old boards, by the wrong people, at once and twice: one acts, everybody else is told privately."""

import pytest

from tests.flows.club import Club, actions
from tests.flows.trouble import (
    Click,
    Typed,
    after_a_roll,
    at_once,
    only_board,
    open_boxes,
    overtaken_answer,
    photo,
    play_to_the_last_box,
    press_custom_id,
    press_photo,
    refused,
    rolls_made,
    told,
    while_sending,
)


async def test_a_board_of_an_earlier_roll_is_refused_with_a_link_to_the_current_one(club: Club) -> None:
    await club.start(club.ada, rules="yacht")
    old = photo(club)
    await club.press(club.ada, "roll")
    answer = told(await press_photo(club, club.ada, old, "roll"))
    assert "moved on" in answer
    assert f"/{club.channel.id}/{await only_board(club)}" in answer
    assert rolls_made((await club.game()).game) == 1


async def test_a_late_hold_cannot_land_on_new_dice(club: Club) -> None:
    await club.start(club.ada, rules="yacht")
    await club.press(club.ada, "roll")
    old = photo(club)
    await club.press(club.ada, "roll")
    assert "moved on" in told(await press_photo(club, club.ada, old, "hold", ":4"))
    assert (await club.game()).game.seats[0].turn.held == ()


async def test_former_buttons_of_a_retired_board_are_refused(club: Club) -> None:
    await club.start(club.ada, club.ben, rules="yacht")
    first = await club.current()
    await club.press(first, "roll")
    old = photo(club)
    box = (await open_boxes(club))[0]
    await club.score(first, box)
    refusals = [
        told(await press_photo(club, first, old, "hold", ":0")),
        told(await press_photo(club, first, old, "roll")),
        told(await press_photo(club, first, old, "score", values=(box,))),
        told(await press_photo(club, club.dan, old, "roll")),
    ]
    assert all("moved on" in refusal for refusal in refusals)
    assert await only_board(club) != old.message.id


async def test_the_lobbys_former_buttons_are_refused_once_the_game_runs(club: Club) -> None:
    await club.ada.slash(club.channel, "play", rules="yacht")
    lobby = photo(club)
    await club.press(club.ada, "start")
    for member, action in [(club.ben, "join"), (club.ada, "leave-lobby"), (club.ada, "start"), (club.ada, "cancel")]:
        assert "started already" in told(await press_photo(club, member, lobby, action))
    assert (await club.game()).game.live


async def test_whose_turn_it_is_not_is_told_whose_it_is(club: Club) -> None:
    await club.start(club.ada, club.ben, rules="yacht")
    first = await club.current()
    other = club.ben if first is club.ada else club.ada
    assert told(await club.press(other, "roll")) == f"It is {first.name}'s turn. Wait for yours."
    assert rolls_made((await club.game()).game) == 0


async def test_a_spectator_is_told_so(club: Club) -> None:
    await club.start(club.ada, rules="yacht")
    await club.press(club.ada, "roll")
    board = photo(club)
    for action in ("roll", "hold", "undo", "leave-lobby"):
        if action in actions(board.message):
            assert "not in this game" in told(await press_photo(club, club.dan, board, action))
    assert "not in this game" in told(await press_photo(club, club.dan, board, "score", values=("ones",)))
    assert "not in this game" in told(await club.dan.slash(club.channel, "leave"))
    assert "Only ada, the host" in told(await club.dan.slash(club.channel, "end"))


async def test_a_board_of_a_game_that_is_over_says_so(club: Club) -> None:
    await club.start(club.ada, rules="yacht")
    last = await play_to_the_last_box(club)
    old = photo(club)
    await club.score(last, (await open_boxes(club))[0])
    box = old.message.components[-1].children[0].options[0].value  # type: ignore[union-attr]
    assert "over" in told(await press_photo(club, club.ada, old, "score", values=(box,)))
    assert "over" in told(await press_photo(club, club.ada, old, "undo" if "undo" in actions(old.message) else "roll"))


async def test_a_control_of_a_game_that_is_not_kept_is_answered(club: Club) -> None:
    await club.start(club.ada, rules="yacht")
    board = photo(club)
    button = board.payload["components"][0]["components"][0]
    button["custom_id"] = "yc1:roll:999:1:0"
    assert "not kept here" in told(await press_custom_id(club, club.ada, board, button["custom_id"]))


async def test_two_clicks_on_roll_in_the_same_instant_roll_once(club: Club) -> None:
    await club.start(club.ada, rules="yacht")
    board = photo(club)
    first, second = await at_once(club, Click(club.ada, board, "roll"), Click(club.ada, board, "roll"))
    assert first.acknowledged
    assert "moved on" in told(second)
    assert rolls_made((await club.game()).game) == 1
    await only_board(club)


async def test_two_choices_in_the_same_instant_fill_one_box(club: Club) -> None:
    await club.start(club.ada, club.ben, rules="yacht")
    first = await club.current()
    await club.press(first, "roll")
    board = photo(club)
    answers = await at_once(club, *(Click(first, board, "score", values=(box,)) for box in ("choice", "yacht", "ones")))
    assert ["moved on" in told(answer) for answer in answers[1:]] == [True, True]
    game = (await club.game()).game
    assert [len(seat.card.scores) for seat in game.seats].count(1) == 1
    await only_board(club)


async def test_five_holds_in_the_same_instant_all_count(club: Club) -> None:
    await club.start(club.ada, rules="yacht")
    await club.press(club.ada, "roll")
    board = photo(club)
    answers = await at_once(club, *(Click(club.ada, board, "hold", f":{die}") for die in range(5)))
    assert all(answer.acknowledged for answer in answers)
    assert (await club.game()).game.seats[0].turn.held == (0, 1, 2, 3, 4)
    assert [row.children[0].label[-1] for row in club.board().components[:1]] == ["✓"]  # type: ignore[union-attr,index]
    await only_board(club)


async def test_a_roll_with_every_die_held_is_refused_and_costs_nothing(club: Club) -> None:
    await club.start(club.ada, rules="yacht")
    await club.press(club.ada, "roll")
    await club.hold(club.ada, 0, 1, 2, 3, 4)
    assert "All five dice are held" in told(await club.press(club.ada, "roll"))
    assert rolls_made((await club.game()).game) == 1


async def test_a_hold_delivered_twice_toggles_once(club: Club) -> None:
    await club.start(club.ada, rules="yacht")
    await club.press(club.ada, "roll")
    (answer,) = await at_once(club, Click(club.ada, photo(club), "hold", ":1"), deliveries=2)
    assert answer.acknowledged
    assert (await club.game()).game.seats[0].turn.held == (1,)
    await only_board(club)


async def test_a_roll_delivered_twice_rolls_once(club: Club) -> None:
    await club.start(club.ada, rules="yacht")
    await at_once(club, Click(club.ada, photo(club), "roll"), deliveries=2)
    assert rolls_made((await club.game()).game) == 1
    await only_board(club)


async def test_cards_asked_for_twice_by_one_delivery_are_shown_once_and_no_failure(club: Club) -> None:
    await club.start(club.ada, club.ben, rules="yacht")
    (answer,) = await at_once(club, Click(club.ada, photo(club), "cards"), deliveries=2)
    assert answer.response is not None
    assert answer.response.embeds[0].title == "Yacht · cards"
    assert answer.followups == []


async def test_a_box_chosen_twice_by_one_delivery_is_filled_once(club: Club) -> None:
    await club.start(club.ada, club.ben, rules="yacht")
    first = await club.current()
    await club.press(first, "roll")
    await at_once(club, Click(first, photo(club), "score", values=("choice",)), deliveries=2)
    assert sum(len(seat.card.scores) for seat in (await club.game()).game.seats) == 1
    await only_board(club)


async def test_the_last_box_chosen_twice_by_one_delivery_ends_in_one_final_table(club: Club) -> None:
    await club.start(club.ada, club.ben, rules="yacht")
    last = await play_to_the_last_box(club)
    (box,) = await open_boxes(club)
    (answer,) = await at_once(club, Click(last, photo(club), "score", values=(box,)), deliveries=2)
    assert answer.acknowledged
    assert answer.followups == []
    titles = [embed.title for message in club.messages() for embed in message.embeds]
    assert titles.count("Yacht · final table") == 1


async def test_who_joins_twice_in_the_same_instant_has_one_seat(club: Club) -> None:
    await club.ada.slash(club.channel, "play", rules="yacht")
    lobby = photo(club)
    answers = await at_once(
        club, Click(club.ben, lobby, "join"), Click(club.ben, lobby, "join"), Click(club.chitra, lobby, "join")
    )
    assert "You have joined already" in told(answers[1])
    assert len((await club.game()).game.seats) == 3
    lines = club.board().embeds[0].description or ""
    assert "chitra" in lines
    await only_board(club)


async def test_two_starts_in_the_same_instant_start_once(club: Club) -> None:
    await club.ada.slash(club.channel, "play", rules="yacht")
    await club.press(club.ben, "join")
    lobby = photo(club)
    answers = await at_once(club, Click(club.ada, lobby, "start"), Click(club.ada, lobby, "start"))
    (refusal,) = refused(answers)
    assert "started already" in refusal
    await only_board(club)


async def test_a_join_and_a_start_in_the_same_instant_leave_one_board(club: Club) -> None:
    await club.ada.slash(club.channel, "play", rules="yacht")
    lobby = photo(club)
    await at_once(club, Click(club.ben, lobby, "join"), Click(club.ada, lobby, "start"))
    assert len((await club.game()).game.seats) == 2
    await only_board(club)


async def test_a_choice_taken_back_while_the_next_rolls_leaves_one_board(club: Club) -> None:
    await club.start(club.ada, club.ben, rules="yacht")
    first = await club.current()
    await club.press(first, "roll")
    await club.score(first, "choice")
    board = photo(club)
    second = await club.current()
    answers = await at_once(club, Click(second, board, "roll"), Click(first, board, "undo"))
    assert "nothing to take back" in told(answers[1])
    await only_board(club)


async def test_a_press_on_a_board_that_is_not_noted_yet_keeps_the_line_of_the_turn_before(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben)
    line = club.board().id
    while_sending(monkeypatch, club, lambda: Click(second, photo(club), "roll"))
    await club.score(first, "choice")
    (retired,) = [message for message in club.messages() if message.id == line]
    assert retired.content.startswith(f"**{first.name}**: ")
    assert rolls_made((await club.game()).game) == 1
    await only_board(club)


async def test_a_board_asked_for_while_the_next_is_posted_leaves_one_board(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = await after_a_roll(club, club.ada, club.ben)
    while_sending(monkeypatch, club, lambda: Typed(club.dan, "board"))
    await club.score(first, "choice")
    await only_board(club)


async def test_a_board_asked_for_in_the_instant_a_turn_ends_leaves_one_board(club: Club) -> None:
    first, _ = await after_a_roll(club, club.ada, club.ben)
    score = Click(first, photo(club), "score", values=("choice",))
    await at_once(club, score, Typed(club.dan, "board"))
    await only_board(club)


async def test_a_board_asked_for_just_before_a_turn_ends_leaves_one_board(club: Club) -> None:
    first, _ = await after_a_roll(club, club.ada, club.ben)
    score = Click(first, photo(club), "score", values=("choice",))
    await at_once(club, Typed(club.dan, "board"), score)
    await only_board(club)


@pytest.mark.parametrize("hold_first", [True, False])
async def test_a_board_asked_for_in_the_instant_of_a_hold_leaves_one_board_that_shows_it(
    club: Club, hold_first: bool
) -> None:
    first, _ = await after_a_roll(club, club.ada, club.ben)
    inputs = [Click(first, photo(club), "hold", ":1"), Typed(club.dan, "board")]
    await at_once(club, *(inputs if hold_first else reversed(inputs)))
    await only_board(club)
    assert " held" in (club.board().embeds[0].description or "")


async def test_two_boards_asked_for_in_the_same_instant_leave_one(club: Club) -> None:
    await after_a_roll(club, club.ada, club.ben)
    await at_once(club, Typed(club.dan, "board"), Typed(club.chitra, "board"))
    await only_board(club)


async def test_two_games_opened_in_the_same_instant_are_one(club: Club) -> None:
    answers = await at_once(club, Typed(club.ada, "play"), Typed(club.ben, "play"))
    (refusal,) = refused(answers)
    assert "open in this channel already" in refusal
    await only_board(club)


async def test_an_undo_delivered_late_to_an_old_board_moves_the_board_there(club: Club) -> None:
    first, _ = await after_a_roll(club, club.ada, club.ben)
    await club.score(first, "choice")
    with_undo = photo(club)
    await club.dan.slash(club.channel, "board")
    await press_photo(club, first, with_undo, "undo")
    assert (await club.game()).game.current == (await club.game()).game.index_of(first.id)
    await only_board(club)


async def test_a_hold_whose_answer_is_overtaken_stays_on_the_board(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    first, _ = await after_a_roll(club, club.ada, club.ben)
    overtaken_answer(monkeypatch)
    board = photo(club)
    await at_once(club, Click(first, board, "hold", ":0"), Click(first, board, "hold", ":1"))
    assert (await club.game()).game.seats[(await club.game()).game.current or 0].turn.held == (0, 1)
    assert (club.board().embeds[0].description or "").count(" held") == 2
    await only_board(club)


async def test_a_board_that_an_earlier_answer_overwrote_is_put_right(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = await after_a_roll(club, club.ada, club.ben)
    overtaken_answer(monkeypatch)
    board = photo(club)
    await at_once(club, Click(first, board, "hold", ":0"), Click(first, board, "roll"))
    await club.press(first, "roll")
    assert rolls_made((await club.game()).game) == 3
    await only_board(club)
