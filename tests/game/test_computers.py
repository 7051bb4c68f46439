"""A computer at play is asked after each roll, and may do only what anybody may."""

import pytest

from bot.game import Game, Transition, Turn, moves
from bot.game.computers import Player, play_on, play_turn
from bot.game.events import Rolled, Scored
from bot.game.refusals import BoxFilled, UnknownBox
from bot.rules import Card, Ruleset
from tests.game.builders import ADA, BEN, Script, faces, playing, rolled, turn


def says(*answers: tuple[int, ...] | str) -> tuple[Player, list[Turn]]:
    """A computer that gives these answers, and the turns it is asked about."""
    left, asked = list(answers), []

    def player(rules: Ruleset, card: Card, hand: Turn) -> tuple[int, ...] | str:
        asked.append(hand)
        return left.pop(0)

    return player, asked


def stood_in(game: Game) -> Transition:
    """A computer has been asked to play ADA's turn."""
    return Transition(moves.stand_in(moves.time_up(game, 0, game.turn_id(0)).game, BEN, game.turn_id(0), "x").game)


def test_it_is_asked_after_each_roll() -> None:
    player, asked = says((4, 0), (), "choice")

    played = play_turn(stood_in(playing()), 0, Script("12345", "66666", "54321"), player)

    assert asked == [
        Turn(1, 1, faces("12345")),
        Turn(1, 2, faces("16665"), (0, 4)),
        Turn(1, 3, faces("54321")),
    ]
    assert played.events == (
        Rolled(0, (), faces("12345")),
        Rolled(0, (0, 4), faces("16665")),
        Rolled(0, (), faces("54321")),
        Scored(0, "choice", 15, 0),
    )


def test_it_plays_one_turn_and_no_more() -> None:
    player, asked = says("choice", "yacht")

    played = play_turn(stood_in(playing(2)), 0, Script("12345"), player)

    assert (played.game.current, len(asked)) == (1, 1)


@pytest.mark.parametrize(
    ("shown", "answer"), [(("12345",), (0, 1, 2, 3, 4)), (("12345", "12345", "12345"), (0, 1)), (("1" * 5,) * 3, ())]
)
def test_an_answer_against_the_rules_is_an_error(shown: tuple[str, ...], answer: tuple[int, ...]) -> None:
    player, _ = says(answer)

    with pytest.raises(ValueError, match="a box must be chosen"):
        play_turn(stood_in(rolled(playing(), ADA, *shown)), 0, Script(), player)


@pytest.mark.parametrize(("box", "refusal"), [("ones", BoxFilled), ("aces", UnknownBox)])
def test_it_scores_only_where_anybody_may(box: str, refusal: type[Exception]) -> None:
    game = turn(turn(playing(), ADA, "12345", "ones"), BEN, "12345", "ones")
    player, _ = says(box)

    with pytest.raises(refusal):
        play_turn(stood_in(game), 0, Script("12345"), player)


def test_where_no_computer_is_to_play_nothing_happens() -> None:
    for game in (playing(), moves.leave(playing(), ADA).game, moves.expire(playing()).game):
        assert play_on(Transition(game), Script(), {}) == Transition(game)


def test_who_leaves_the_choice_to_a_computer_of_another_level_has_that_one() -> None:
    game = moves.leave(moves.leave(playing(3), BEN).game, ADA).game
    game = moves.take_over(moves.take_over(game, 103, 0, "first").game, 103, 1, "second").game
    first, _ = says("ones")
    second, _ = says("twos")

    after = turn(game, 103, "12345", "choice")
    played = play_on(Transition(after), Script("12345", "12345"), {"first": first, "second": second}).game

    assert [seat.card.scores for seat in played.seats[:2]] == [(("ones", 1),), (("twos", 2),)]


def test_seats_of_a_level_that_there_is_no_more_are_played_by_the_first_there_is() -> None:
    game = moves.take_over(moves.leave(playing(), ADA).game, BEN, 0, "long gone").game
    first, _ = says("ones", "twos")
    second, _ = says()

    taken_over = play_on(
        Transition(turn(game, BEN, "12345", "choice")), Script("12345"), {"first": first, "second": second}
    )
    assert taken_over.game.seats[0].card.scores == (("ones", 1),)

    late = moves.time_up(playing(), 0, 1).game
    stood = play_on(moves.stand_in(late, BEN, 1, "long gone"), Script("12345"), {"first": first, "second": second})
    assert stood.game.seats[0].card.scores == (("twos", 2),)
