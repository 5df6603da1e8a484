"""The Litestar application."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from quintain import __version__
from quintain.datastore import Store
from quintain.website.answers import HANDLERS, AnyRequest
from quintain.website.arena import Arena
from quintain.website.documented import with_refusals
from quintain.website.identity import SESSION, Visitor
from quintain.website.metrics import Metrics, count_answer
from quintain.website.routes import (
    administration,
    bots,
    editor,
    events,
    games,
    health,
    ladder,
    live,
    matches,
    pages,
    people,
    tables,
    tv,
)
from quintain.website.routes.pages import Assets
from quintain.website.scopes import check_scope, scope_of
from quintain.website.security import RefuseForgeries, add_headers
from quintain.website.television import Television

USUAL_BODY = 4 * 1024  # bytes of a request, where the route does not say more


def arena_of(state: State) -> Arena:
    arena: Arena = state.arena
    return arena


def assets_of(state: State) -> Assets:
    assets: Assets = state.assets
    return assets


def television_of(state: State) -> Television:
    television: Television = state.television
    return television


def metrics_of(state: State) -> Metrics:
    metrics: Metrics = state.metrics
    return metrics


async def visitor_of(request: AnyRequest, arena: Arena) -> Visitor:
    """Whoever it is; somebody with a token, only where the token is good for it."""
    visitor = await arena.identity.visitor(request.cookies.get(SESSION), request.headers.get("authorization"))
    if visitor.by_token:
        check_scope(visitor.scopes, scope_of(request.route_handler, request.method))
    return visitor


async def admit(request: AnyRequest) -> None:
    """A token that is revoked, or good for something else, opens nothing, not even what is open to all."""
    if "authorization" in request.headers and request.url.path.startswith("/api/"):
        await visitor_of(request, request.app.state.arena)


def opened(
    store_url: str | Path, pace: float, ladder_cores: float | None, reach: str | None
) -> Callable[[Litestar], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        arena = app.state.arena = Arena(await Store.open(store_url, exclusive=True), pace, ladder_cores, reach)
        app.state.assets = Assets()
        arena.background.spawn(app.state.metrics.watch_the_loop(lambda lag: setattr(arena, "lag", lag)))
        await arena.open()
        television = app.state.television = Television(arena)
        television.tidy_up()
        try:
            yield
        finally:
            await arena.close()

    return lifespan


def create_app(
    store_url: str | Path,
    *,
    pace: float = 1.0,
    metrics: Metrics | None = None,
    ladder_cores: float | None = None,
    reach: str | None = None,
) -> Litestar:
    """The website over this database; `pace` is the bots' mean pause in seconds at new tables.

    `ladder_cores` says how many processors the ladder may take, if it is to be played here at all; `reach`, where other
    servers on the same PostgreSQL can reach this one.
    """
    modules = (people, games, tables, matches, events, ladder, tv, live, bots, editor, administration, health, pages)
    return Litestar(
        route_handlers=with_refusals(route for module in modules for route in module.ROUTES),
        dependencies={
            "arena": Provide(arena_of, sync_to_thread=False),
            "television": Provide(television_of, sync_to_thread=False),
            "metrics": Provide(metrics_of, sync_to_thread=False),
            "assets": Provide(assets_of, sync_to_thread=False),
            "visitor": Provide(visitor_of),
        },
        lifespan=[opened(store_url, pace, ladder_cores, reach)],
        middleware=[RefuseForgeries()],
        before_request=admit,
        before_send=[add_headers, count_answer],
        state=State({"metrics": metrics or Metrics()}),
        exception_handlers=HANDLERS,
        request_max_body_size=USUAL_BODY,
        compression_config=CompressionConfig(backend="gzip", exclude_opt_key="packed"),
        openapi_config=OpenAPIConfig(
            title="Quintain", version=__version__, path="/api/schema", render_plugins=[JsonRenderPlugin(path="/")]
        ),
        logging_config=None,
    )
