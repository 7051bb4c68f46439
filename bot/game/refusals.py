"""What the engine refuses, each refusal with its facts."""

from dataclasses import dataclass

from bot.rules.refusals import BadDice, BoxClosed, BoxFilled, Refusal, RulesGone, UnknownBox

__all__ = [
    "AllDiceHeld",
    "AlreadyDecided",
    "AlreadyJoined",
    "BadDice",
    "BoxClosed",
    "BoxFilled",
    "GameOver",
    "HasLeft",
    "HintsOff",
    "LobbyFull",
    "NoRollsLeft",
    "NoSuchComputer",
    "NotInGame",
    "NotInLobby",
    "NotStarted",
    "NotYourTurn",
    "NothingToAdvise",
    "NothingToUndo",
    "OnlyTheHost",
    "OthersDecide",
    "Refusal",
    "RollFirst",
    "RulesGone",
    "StaleBoard",
    "UnknownBox",
    "UnknownDie",
]


@dataclass(eq=False)
class GameOver(Refusal):
    """The game is finished or abandoned."""


@dataclass(eq=False)
class NotStarted(Refusal):
    """The game is still in its lobby."""


@dataclass(eq=False)
class NotInLobby(Refusal):
    """The game has started; the lobby is closed."""


@dataclass(eq=False)
class StaleBoard(Refusal):
    """The board that was pressed shows an earlier moment of the game."""


@dataclass(eq=False)
class NotInGame(Refusal):
    """The member has no seat."""


@dataclass(eq=False)
class HasLeft(Refusal):
    """The member has left the seat; `undecided` tells that the others are asked what becomes of its open boxes."""

    undecided: bool


@dataclass(eq=False)
class NotYourTurn(Refusal):
    """It is the turn of another seat; `current` is its index."""

    current: int


@dataclass(eq=False)
class RollFirst(Refusal):
    """No dice have been rolled in this turn."""


@dataclass(eq=False)
class NoRollsLeft(Refusal):
    """All rolls of the turn are used."""


@dataclass(eq=False)
class AllDiceHeld(Refusal):
    """Keeping all five dice is stopping, not a roll."""


@dataclass(eq=False)
class UnknownDie(Refusal):
    """There is no die at that position (0 to 4)."""

    position: int


@dataclass(eq=False)
class LobbyFull(Refusal):
    """Every seat is taken; `seats` is how many there are."""

    seats: int


@dataclass(eq=False)
class NoSuchComputer(Refusal):
    """That computer is not in the lobby: it was sent away already."""


@dataclass(eq=False)
class AlreadyJoined(Refusal):
    """The member has a seat already."""


@dataclass(eq=False)
class OnlyTheHost(Refusal):
    """That is for the host, whose member id is `host`, and if `managers`, for who may manage messages."""

    host: int
    managers: bool = False


@dataclass(eq=False)
class NothingToUndo(Refusal):
    """The member has no box choice that may still be taken back."""


@dataclass(eq=False)
class HintsOff(Refusal):
    """The game is played without hints."""


@dataclass(eq=False)
class NothingToAdvise(Refusal):
    """No dice have been rolled in this turn, so there is nothing to choose."""


@dataclass(eq=False)
class AlreadyDecided(Refusal):
    """What was asked about that seat is settled: somebody decided, or its member plays again."""


@dataclass(eq=False)
class OthersDecide(Refusal):
    """That is for the other players; the member whose time is up simply plays."""
