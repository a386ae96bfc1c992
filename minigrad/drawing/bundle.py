"""What a notebook gets of a picture: the still, and the script that puts the live view in its place."""

from __future__ import annotations

import base64
import html
import json
import secrets
from typing import Any

from .svg import package_text


def new_id() -> str:
    return "mg" + secrets.token_hex(4)


def page_of(svg: str, uid: str, words: str, data: dict[str, Any]) -> str:
    """The picture as an image with its `words`, which survives every sanitizer, and the script with its `data`."""
    data = {"css": package_text("controls.css").replace("ID", uid), **data}
    # A label may contain </script>; in JSON a "<" may as well be written as \u003c.
    script_data = json.dumps(data, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")
    script_data = script_data.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    still = base64.b64encode(svg.encode()).decode()
    return (
        f'<div id="{uid}" style="overflow-x:auto"><img src="data:image/svg+xml;base64,{still}" '
        f'alt="{html.escape(words)}" style="max-width:none"></div>'
        f'<script>{package_text("live.js").strip()}("{uid}",{script_data});</script>'
    )
