"""What the page in the browser lacks: the pictures of the dice, the time of day, and links that lead somewhere."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from simcord.preview._markdown import _FIELD_POLICIES
from simcord.preview._media import MediaInfo, MediaWorker

from bot.ui import emojis, pictures

if TYPE_CHECKING:
    from simcord import Env, Preview

# How a link ends that leads to the channel in which a window opens.
HOME = "home"

_EMOJI_URL = "https://cdn.simcord.invalid/emojis/{id}.png"


@dataclass(frozen=True)
class Mend:
    """A replacement in one of the files that SimCord serves to the browser."""

    path: str
    old: str
    new: str


MENDS = (
    # Drawing the messages anew scrolls to the top until all pictures are there, and a list whose select is out of sight
    # then is closed at once: below the first screenful no select could be used. Scroll back before looking.
    Mend(
        "/app.js",
        "  fitOpenDropdowns();\n  reconcileLightbox();",
        "  timeline.reconcileScrollIntent();\n  fitOpenDropdowns();\n  reconcileLightbox();",
    ),
    # Until its picture is there a die is its name, in large letters: a board drawn anew is far too high for a moment,
    # and the list that was to open is out of sight.
    Mend(
        "/preview.css",
        ".message-content.emoji-only .custom-emoji { width: 48px; height: 48px; }",
        ".message-content.emoji-only .custom-emoji { width: 48px; height: 48px; }\n"
        ".custom-emoji { display: inline-block; overflow: hidden; }",
    ),
    # A list with another id is another list, though it stands where the last one did: nothing is chosen from it yet.
    Mend(
        "/selects.js",
        "  const draft = draftValue(key);\n  const rawSelected",
        """  const lists = renderSelect.lists ??= new Map();
  if (lists.has(key) && lists.get(key) !== component.custom_id) options.onReconcileDraft?.(key, []);
  lists.set(key, component.custom_id);
  const draft = draftValue(key);
  const rawSelected""",
    ),
    # A board that has shrunk to a line would be two lines: Discord writes "(edited)" behind the text, not above it.
    Mend(
        "/preview.css",
        ".message-edited, .message-edited-compact {",
        ".message-edited-compact { display: none; }\n.message-edited {",
    ),
    # A blank line in an embed would be none: it makes a paragraph, and paragraphs have no space between them.
    Mend(
        "/preview.css",
        ".embed-card .markdown-paragraph { margin: 0; }",
        ".embed-card .markdown-paragraph { margin: 0; }\n"
        ".embed-card .markdown-paragraph + .markdown-paragraph { margin-top: 1.375em; }",
    ),
    Mend("/preview.css", ".embed-footer { display: flex;", ".embed-footer { white-space: pre-line; display: flex;"),
    # "In 5 minutes" is reckoned from now, not from when the page was last published, and goes on.
    Mend("/text.js", "new Date(options.presentationTime || 0)", "new Date()"),
    Mend(
        "/text.js",
        """  const time = node("time", "discord-timestamp", rendered);
""",
        """  const time = node("time", "discord-timestamp", rendered);
  if (style === "R" && !options.again) {
    const ticking = setInterval(() => {
      if (!time.isConnected) { clearInterval(ticking); return; }
      const now = node("span");
      renderTimestamp(now, token, { ...options, again: true });
      if (time.textContent !== now.textContent) time.textContent = now.textContent;
    }, 1000);
  }
""",
    ),
    # Links to channels and messages lead there within the page: a focus on a channel, which Stage understands.
    Mend(
        "/text.js",
        """      target.append(node("span", token.type === "mention" ? "mention" """
        """: "command-mention", token.label || ""));""",
        """      const mention = node(token.kind === "channel" ? "a" : "span",
        token.type === "mention" ? "mention" : "command-mention", token.label || "");
      if (token.kind === "channel") mention.href = `https://discord.com/channels/here/${token.id}`;
      target.append(mention);""",
    ),
    Mend(
        "/app.js",
        "\n\nbootstrap();",
        """

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='https://discord.com/channels/']");
  if (!link) return;
  event.preventDefault();
  dispatch("focus", { target_id: link.pathname.split("/").pop() });
});

bootstrap();""",
    ),
    Mend(
        "/workbench.js",
        "  ui.channelName.textContent = channel.name;\n",
        """  ui.channelName.textContent = channel.name;
  document.getElementById("way-back").hidden = ![10, 11, 12].includes(snapshot.channel?.type);
""",
    ),
    Mend(
        "/",
        """<p id="channel-topic" class="channel-topic"></p>""",
        """<p id="channel-topic" class="channel-topic"></p><a id="way-back" class="mention" """
        f"""href="https://discord.com/channels/here/{HOME}" hidden>Back to #games</a>""",
    ),
)
# Discord shows mentions in these as it does in a message.
WITH_MENTIONS = ("embed_description", "embed_field_value")


def mend(preview: Preview) -> None:
    """Serve the page with MENDS. Must be called before the preview is entered."""
    for field in WITH_MENTIONS:
        _FIELD_POLICIES[field]["mentions"] = True
    server = preview._server
    static = server._static

    async def mended(request: Any) -> Any:
        response = await static(request)
        for mend in MENDS:
            if mend.path == request.path:
                response.text = response.text.replace(mend.old, mend.new)
        return response

    server._static = mended  # type: ignore[method-assign]


class DiceAtOnce(MediaWorker):
    """Hands out the bot's own pictures as they are. SimCord checks each in a process of its own, one after the other
    and eight at the most: a board would be without some of its dice, and the others would take seconds to appear.
    """

    def __init__(self) -> None:
        super().__init__()
        self._dice = frozenset(pictures.die(*die) for die in emojis.DICE)

    async def validate(self, key: str, blob: bytes, *, media_time: float | None = None) -> MediaInfo:
        if blob not in self._dice:
            return await super().validate(key, blob, media_time=media_time)
        size = pictures.SIZE
        return MediaInfo(
            "PNG", size, size, 1, 4 * size**2, normalized=blob, content_type="image/png", capture=blob, poster=blob
        )


def pictures_of_emojis(env: Env) -> dict[str, tuple[str, bytes]]:
    """The pictures of the bot's emojis, by address: SimCord discards what is uploaded."""
    art = {pictures.name(*die): pictures.die(*die) for die in emojis.DICE}
    return {
        _EMOJI_URL.format(id=emoji.id): (f"{emoji.name}.png", art[emoji.name])
        for emoji in env.backend.application_emojis.values()
        if emoji.name in art
    }


def timezone() -> str:
    """The name of this machine's time zone; UTC where it cannot be known."""
    linked = Path("/etc/localtime").resolve().as_posix().partition("zoneinfo/")[2]
    for name in (os.environ.get("TZ", "").removeprefix(":"), linked):
        with suppress(ZoneInfoNotFoundError, ValueError, OSError):
            return ZoneInfo(name).key
    return "UTC"
