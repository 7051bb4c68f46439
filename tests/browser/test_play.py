"""Two members play a whole game by clicking, one on a wide screen and one on a phone."""

from __future__ import annotations

import re
import signal
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from tests.browser.playground import DESKTOP, PHONE, Window, playing

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.async_api import Browser

BOXES = [
    "Ones", "Twos", "Threes", "Fours", "Fives", "Sixes",
    "Full House", "Four of a Kind", "Little Straight", "Big Straight", "Choice", "Yacht",
]  # fmt: skip
PICTURED = 5


async def test_two_members_play_a_game_of_yacht_to_the_final_table(
    browser: Browser, tmp_path: Path, artefacts: Path
) -> None:
    async with playing(tmp_path) as address:
        ada = await Window.open(browser, address, "Ada", DESKTOP)
        ben = await Window.open(browser, address, "Ben", PHONE)
        await open_a_game(ada, ben, artefacts)
        totals = {window.member: 0 for window in (ada, ben)}
        for round_number, box in enumerate(BOXES, start=1):
            for window in await in_order(ada, ben, round_number):
                totals[window.member] += await take_a_turn(window, box, artefacts if round_number == PICTURED else None)
        for window in (ada, ben):
            await window.sees("final table")
            await window.picture(artefacts, "final-table")
            for member, total in totals.items():
                assert re.search(rf"{member}.*\b{total}\b", await window.last_message()), totals
    assert stored_totals(tmp_path) == totals


async def test_a_game_is_shown_again_after_a_restart_and_goes_on(browser: Browser, tmp_path: Path) -> None:
    async with playing(tmp_path, stop=signal.SIGINT) as address:
        ada = await Window.open(browser, address, "Ada", DESKTOP)
        await ada.command("/play")
        await ada.press("Start")
        await ada.press("Roll (3 left)")
        await ada.button("Roll (2 left)").wait_for()
        await ada.hold(2)
        before = await ada.faces()
    async with playing(tmp_path) as address:
        ada = await Window.open(browser, address, "Ada", PHONE)
        await ada.button("Roll (2 left)").wait_for()
        assert await ada.faces() == before
        await ada.press("Roll (2 left)")
        await ada.button("Roll (1 left)").wait_for()
        assert (await ada.faces())[2][0] == before[2][0]


async def test_a_game_in_a_thread_is_followed_by_links_before_and_after_a_restart(
    browser: Browser, tmp_path: Path
) -> None:
    async with playing(tmp_path) as address:
        ada = await Window.open(browser, address, "Ada", DESKTOP, clock=True)
        await ada.command("/play", "thread", "True")
        await ada.follow("#Yacht")
        await ada.sees("in 24 hours")
        await ada.page.clock.fast_forward("01:00:00")
        await ada.sees("in 23 hours")
        await ada.press("Start")
        await ada.press("Roll (3 left)")
        await ada.button("Roll (2 left)").wait_for()
        await ada.follow("Back to #games")
        await ada.command("/games")
        await ada.follow("board")
        await ada.button("Roll (2 left)").wait_for()
    async with playing(tmp_path) as address:
        ada = await Window.open(browser, address, "Ada", PHONE)
        await ada.follow("#Ada's game")
        await ada.press("Roll (2 left)")
        await ada.button("Roll (1 left)").wait_for()


async def open_a_game(ada: Window, ben: Window, artefacts: Path) -> None:
    await ada.command("/play")
    await ada.sees("who plays?")
    await ben.press("Join")
    for window in (ada, ben):
        await window.sees("2. Ben")
        await window.picture(artefacts, "lobby")
    await ada.press("Start")


async def in_order(ada: Window, ben: Window, round_number: int) -> tuple[Window, Window]:
    """The two windows, that of whose turn it is first."""
    await ada.sees(f"round {round_number} of {len(BOXES)}")
    board = ada.page.get_by_text("your turn: press Roll.").last
    return (ada, ben) if "Ada" in await board.inner_text() else (ben, ada)


async def take_a_turn(window: Window, box: str, artefacts: Path | None) -> int:
    """Roll, hold the first and the last die, roll again, score; gives the points."""
    await window.sees(f"{window.member}, your turn: press Roll.")
    await window.press("Roll (3 left)")
    await window.button("Roll (2 left)").wait_for()
    await window.hold(0)
    await window.hold(4)
    held = await window.faces()
    if artefacts is not None:
        await window.picture(artefacts, "board")
    await window.press("Roll (2 left)")
    await window.button("Roll (1 left)").wait_for()
    faces = await window.faces()
    assert (faces[0][0], faces[4][0]) == (held[0][0], held[4][0])
    points = await window.score(box)
    await window.sees(f"{window.member}: {box}, {points}")
    return points


def stored_totals(folder: Path) -> dict[str, int]:
    with closing(sqlite3.connect(folder / "playground.db")) as database:
        return dict(database.execute("SELECT name, total FROM results"))
