"""Every refusal as a sentence that says what to do, in the reader's language."""

from bot.game import Phase
from bot.game import refusals as no
from bot.games import AlreadyRunning, NoSuchGame, StoredGame
from bot.records import NoSuchGameHere
from bot.solutions import NotSolved
from bot.ui import terms
from bot.ui.phrases import seat_name
from bot.ui.words import Words


def refusal_sentence(words: Words, refusal: no.Refusal, game: StoredGame | None, link: str | None) -> str:
    """Why a press or a command was not carried out, and what to do; `link` leads to the current board."""
    sentence = _sentence(words, refusal, game)
    return f"{sentence} {words('Current board: {link}', link=link)}" if link and _leads_on(refusal) else sentence


def _leads_on(refusal: no.Refusal) -> bool:
    return isinstance(refusal, no.StaleBoard | no.AlreadyDecided | AlreadyRunning | no.NotInLobby)


def _sentence(words: Words, refusal: no.Refusal, game: StoredGame | None) -> str:
    match refusal:
        case no.GameOver():
            return words("This game is over. Open a new one with /play.")
        case no.NotStarted():
            return words("This game has not started yet: its host presses Start in the lobby.")
        case no.NotInLobby():
            return words("This game has started already. /board shows it, and who is not in it can join the next one.")
        case no.StaleBoard():
            return words("The game has moved on since this board was drawn.")
        case no.NotInGame() if game is not None and game.game.phase is Phase.LOBBY:
            return words("You have not joined yet. Press Join in the lobby to play.")
        case no.NotInGame():
            return words("You are not in this game. You can watch it, and join the next one.")
        case no.HasLeft(undecided=True):
            return words("You have left this game; the others decide.")
        case no.HasLeft():
            return words("You have left this game; the others play on. You can watch it, and join the next one.")
        case no.NotYourTurn(current):
            return words("It is {name}'s turn. Wait for yours.", name=_name(words, game, current))
        case no.RollFirst():
            return words("Roll the dice first.")
        case no.NoRollsLeft():
            return words("All three rolls of this turn are used. Choose a box to score.")
        case no.AllDiceHeld():
            return words("All five dice are held. Release one to roll it, or choose a box to score.")
        case no.UnknownDie():
            return words("There is no such die. Use the buttons of the current board.")
        case no.BoxFilled(box):
            return words("{box} is filled already. Choose another box.", box=terms.box_name(words, box))
        case no.BoxClosed(box, closure):
            reason = terms.closure_line(words, closure)
            return words("{box} is closed to these dice. {reason}", box=terms.box_name(words, box), reason=reason)
        case no.UnknownBox():
            return words("This game has no such box. Choose one from the list.")
        case no.BadDice():
            return words("Those are not five dice from 1 to 6.")
        case no.RulesGone():
            return words("I do not know the rules of this game any more. Its host can end it with /end.")
        case no.LobbyFull(seats):
            return words.plural("The only seat is taken.", "All {n} seats are taken. Join the next game.", n=seats)
        case no.NoSuchComputer():
            return words("That computer is not in this game any more. /board shows who is.")
        case no.AlreadyJoined():
            return words("You have joined already. The host presses Start when everybody is here.")
        case no.OnlyTheHost(host, managers=True):
            return words(
                "Only {name}, the host, may do that, or who may manage messages here.", name=_host(words, game, host)
            )
        case no.OnlyTheHost(host):
            return words("Only {name}, the host, may do that.", name=_host(words, game, host))
        case no.NothingToUndo():
            return words("You have nothing to take back: only your own latest box can be, until somebody rolls.")
        case no.HintsOff():
            return words("This game is played without hints. The host of a lobby can turn them on before Start.")
        case no.NothingToAdvise():
            return words("There is nothing to advise before the dice are rolled. Press Roll first.")
        case NotSolved(awaited=True):
            return words("I am still working the game out; try again in a minute.")
        case NotSolved():
            return words("I have no hints for this game just now. My log tells whoever runs me why; play on without.")
        case no.AlreadyDecided():
            return words("That is settled already: somebody decided, or the player has played on.")
        case no.OthersDecide():
            return words("That is for the other players to decide. It is still your turn: roll, or choose a box.")
        case AlreadyRunning(running) if running.game.phase is Phase.LOBBY:
            return words("A game is open in this channel already, and waits for players: press Join there.")
        case AlreadyRunning():
            return words(
                "A game is already running in this channel: /board shows it. "
                "Finish it or /end it first, or play in a thread."
            )
        case NoSuchGame():
            return words("That game is not kept here any more. Open a new one with /play.")
        case NoSuchGameHere():
            return words("This server has no finished game of that number. /history lists those it has.")
        case _:
            return words("That cannot be done now.")


def _name(words: Words, game: StoredGame | None, seat: int) -> str:
    return "?" if game is None else seat_name(words, game, seat)


def _host(words: Words, game: StoredGame | None, host: int) -> str:
    seat = None if game is None else game.game.index_of(host)
    return words("somebody else") if seat is None else _name(words, game, seat)
