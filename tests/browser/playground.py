"""`python -m bot play` as a process, and a member's window on it in Chromium."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import sys
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.async_api import expect

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from playwright.async_api import Browser, Locator, Page

ROOT = Path(__file__).resolve().parents[2]
DESKTOP, PHONE = (1100, 900), (390, 844)
PATIENCE = 20_000
"""Milliseconds that anything may take to appear: machines that run tests can be slow."""


@asynccontextmanager
async def playing(folder: Path, stop: signal.Signals = signal.SIGTERM) -> AsyncIterator[str]:
    """The address of a playground whose games are kept in `folder`; it must end cleanly at the signal `stop`."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    log = folder / "log"
    with log.open("wb") as errors:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", "play", "--port", str(port),
            cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT), "DATA_DIR": str(folder), "BROWSER": "none"},
            stdout=asyncio.subprocess.PIPE, stderr=errors,
        )  # fmt: skip
    assert process.stdout is not None
    try:
        line = (await asyncio.wait_for(process.stdout.readline(), 30)).decode()
        assert line.startswith("Open http://127.0.0.1:"), line + log.read_text()
        yield line.split()[1]
        process.send_signal(stop)
        assert await asyncio.wait_for(process.wait(), 15) == 0
        assert "Traceback" not in log.read_text()
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


class Window:
    """A member's window. Whatever it waits for must come within seconds."""

    def __init__(self, page: Page, member: str) -> None:
        self.page = page
        self.member = member

    @classmethod
    async def open(
        cls, browser: Browser, address: str, member: str, size: tuple[int, int], *, clock: bool = False
    ) -> Window:
        """Open the page as a member; with `clock`, its time can be put forward (`page.clock`)."""
        page = await browser.new_page(viewport={"width": size[0], "height": size[1]})
        page.set_default_timeout(PATIENCE)
        if clock:
            await page.clock.install()
        await page.goto(address)
        ready = page.locator("#preview-app[aria-busy=false]").get_by_text("Welcome!")
        await ready.wait_for()
        async with page.expect_response(lambda response: '"viewer"' in (response.request.post_data or "")):
            await page.locator("#viewer-picker").select_option(label=member)
        await ready.wait_for()
        return cls(page, member)

    async def command(self, text: str, *chosen: str) -> None:
        """Type a slash command, choose an option and its value where they are offered, and send it."""
        await self.page.get_by_placeholder("Message #games").click()
        await self.page.keyboard.type(text)
        await self.page.get_by_role("option", name=text).first.wait_for()
        await self.page.keyboard.press("Enter")
        for offered in chosen:
            await self.page.locator("[role=option]:visible").filter(has_text=offered).first.click()
        await self.page.get_by_role("button", name=re.compile("send", re.IGNORECASE)).last.click()

    async def follow(self, link: str) -> None:
        """Click the newest link with that in its text."""
        await self.page.locator("a:visible").filter(has_text=link).last.click()

    async def press(self, label: str) -> None:
        await self.button(label).click()

    def button(self, label: str) -> Locator:
        """The newest button with that in its label."""
        return self.page.locator(".component-button").filter(has_text=label).last

    async def faces(self) -> list[str]:
        """The labels of the hold toggles, in order."""
        labels = await self.page.locator(".component-button").all_inner_texts()
        return [label.strip() for label in labels if re.match(r"\s*[1-6]", label)]

    async def hold(self, place: int) -> None:
        """Hold one die, and wait until the button says so."""
        toggles = self.page.locator(".component-button").filter(has_text=re.compile(r"^\s*[1-6]"))
        before = await toggles.nth(place).inner_text()
        await toggles.nth(place).click()
        await expect(toggles.nth(place)).not_to_have_text(before, use_inner_text=True, timeout=PATIENCE)

    async def score(self, box: str) -> int:
        """Choose a box; gives the points that the list promised for it."""
        await self.page.get_by_role("combobox", name=re.compile("^Score")).last.click()
        option = self.page.locator("[role=option]:visible").filter(has_text=f"{box}:")
        label = await option.inner_text()
        await option.click()
        match = re.search(r": (\d+) point", label)
        assert match is not None, label
        return int(match[1])

    async def sees(self, text: str | re.Pattern[str]) -> None:
        await self.page.get_by_text(text).last.wait_for()

    async def last_message(self) -> str:
        return await self.page.locator(".channel-message").last.inner_text()

    async def picture(self, folder: Path, name: str) -> None:
        """Keep a screenshot once its pictures are there; nothing in it may need sideways scrolling."""
        await self.page.mouse.move(0, 0)
        await self.page.evaluate("document.activeElement?.blur()")
        # Asked from here: the page's policy forbids what wait_for_function does to ask again.
        async with asyncio.timeout(PATIENCE / 1000):
            while not await self.page.evaluate(_ALL_PICTURES):
                await self.page.wait_for_timeout(50)
        size = self.page.viewport_size
        assert size is not None
        await self.page.screenshot(path=folder / f"{name}-{size['width']}x{size['height']}.png")
        too_wide = await self.page.evaluate(_TOO_WIDE)
        assert not too_wide, too_wide


_ALL_PICTURES = "[...document.images].every(image => image.complete && image.naturalWidth)"

# What a person would have to scroll sideways for, and text that sticks out of the window.
_TOO_WIDE = """() => {
    const parts = document.querySelectorAll("#channel-timeline, #channel-timeline *");
    const scrolled = [document.documentElement, ...parts].filter(
        element => element.getClientRects().length && element.scrollWidth > element.clientWidth + 1
            && (element === document.documentElement || /auto|scroll/.test(getComputedStyle(element).overflowX)));
    const texts = document.createTreeWalker(document.querySelector("#channel-timeline"), NodeFilter.SHOW_TEXT);
    const cut = [];
    const range = document.createRange();
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        range.selectNodeContents(text);
        if ([...range.getClientRects()].some(box => box.right > innerWidth + 1)) cut.push(text);
    }
    return [...scrolled, ...cut].map(found => found.textContent.slice(0, 80));
}"""
