"""Lists in the playground's page: they open wherever they stand, and offer everything again once they have changed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.browser.playground import PHONE, Window, playing

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.async_api import Browser


async def test_the_same_computer_is_added_twice(browser: Browser, tmp_path: Path) -> None:
    async with playing(tmp_path) as address:
        ada = await Window.open(browser, address, "Ada", PHONE)
        await ada.command("/play")
        for name in ("2. 🤖 Admiral", "3. 🤖 Admiral 2"):
            await choose(ada, "Add a computer", "Admiral")
            await ada.sees(name)


async def test_a_list_opens_on_a_board_that_has_been_scrolled_back_to(browser: Browser, tmp_path: Path) -> None:
    async with playing(tmp_path) as address:
        ada = await Window.open(browser, address, "Ada", PHONE)
        await ada.command("/play")
        await ada.press("Start")
        await ada.press("Roll (3 left)")
        await ada.button("Roll (2 left)").wait_for()
        answers = ada.page.get_by_text("Only you can see this")
        for number in range(5):
            await ada.press("Cards")
            await answers.nth(number).wait_for()
        await choose(ada, "Score these dice", "Choice")
        await ada.sees(re.compile("round 2 of"))


async def choose(window: Window, placeholder: str, label: str) -> None:
    """Open the newest list with that placeholder, and choose the first option with that in its label."""
    await window.page.get_by_role("combobox", name=placeholder).last.click()
    await window.page.locator("[role=option]:visible").filter(has_text=label).first.click()
