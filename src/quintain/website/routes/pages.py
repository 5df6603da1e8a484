"""The built pages: files by name, and for every other address the page that finds its own way."""

import gzip
import mimetypes
from pathlib import Path
from typing import NamedTuple

from litestar import HttpMethod, Response, route

from quintain.website.answers import AnyRequest
from quintain.website.refusals import NotThere

STATIC = Path(__file__).parents[1] / "static"
FOREVER = "public, max-age=31536000, immutable"
SMALL = 1024  # bytes below which compressing is not worth it
MISSING = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Quintain</title>
<h1>The pages are not built</h1>
<p>The server runs and its API answers under /api, but this installation has no pages. With Node 20.19 or newer, run
<code>npm ci</code> and <code>npm run build</code> in the source folder, or install Quintain again, and restart.</p>
"""


class Asset(NamedTuple):
    data: bytes
    packed: bytes | None
    media_type: str
    cache: str


class Assets:
    """All files of the pages in memory. What is not in here cannot be asked for, however the path is written."""

    def __init__(self, folder: Path = STATIC) -> None:
        files = [path for path in sorted(folder.rglob("*")) if path.is_file()] if folder.is_dir() else []
        self.files = {path.relative_to(folder).as_posix(): asset(path, folder) for path in files}

    @property
    def index(self) -> Asset | None:
        return self.files.get("index.html")


def asset(path: Path, folder: Path) -> Asset:
    data, kind = path.read_bytes(), mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    if not kind.startswith("text/") and kind.endswith(("javascript", "json", "xml")):
        kind += "; charset=utf-8"  # which Litestar adds to texts
    packable = len(data) > SMALL and not kind.startswith(("image/png", "image/jpeg", "font/", "audio/"))
    # The build names files in assets/ by their content.
    hashed = path.relative_to(folder).parts[0] == "assets"
    return Asset(data, gzip.compress(data, 9) if packable else None, kind, FOREVER if hashed else "no-cache")


def shown(request: AnyRequest, found: Asset) -> Response[bytes]:
    headers = {"cache-control": found.cache, "vary": "accept-encoding"}
    packed = found.packed if "gzip" in request.headers.get("accept-encoding", "") else None
    if packed is not None:
        headers["content-encoding"] = "gzip"
    return Response(packed or found.data, media_type=found.media_type, headers=headers)


@route(
    ["/", "/{path:path}"], http_method=[HttpMethod.GET, HttpMethod.HEAD], include_in_schema=False, opt={"packed": True}
)
async def page(request: AnyRequest, assets: Assets, path: str = "") -> Response[bytes]:
    name = path.strip("/")
    if name == "api" or name.startswith("api/"):
        raise NotThere("the API has nothing at this address")
    if name in assets.files:
        return shown(request, assets.files[name])
    if name.startswith("assets/"):
        raise NotThere("there is no such file; reload the page")
    if assets.index is None:
        return Response(MISSING.encode(), media_type="text/html", status_code=503)
    return shown(request, assets.index)


ROUTES = [page]
