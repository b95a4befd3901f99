"""The server of the pages and of the JSON API."""

import asyncio
import hashlib
import hmac
import logging
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import jinja2
from aiohttp import web

from ..failure import Failure
from . import views
from .player import Player
from .spec import Priority, Spec, parse
from .store import Store, Test

# The size limit of a request's body, in bytes.
MAX_BODY = 64 * 1024

# How long the page shows a machine that has left, in seconds.
SHOWN_AFTER_LEAVING = 24 * 3600

PAGE = 50

COOKIE = "reader"

# Pages load nothing but their own style, and nobody can frame them.
POLICY = "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
# The report of a match is a page of its own with a script. Its sandbox has no access to this site.
REPORT_POLICY = (
    "sandbox allow-scripts; default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
)

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Site:
    """The handlers of all requests."""

    def __init__(self, store: Store, player: Player, token: str, public: bool, url: str = ""):
        self.store = store
        self.player = player
        self.token = token
        self.public = public
        self.url = url
        self.reports = asyncio.Lock()
        self.pages = jinja2.Environment(
            loader=jinja2.PackageLoader(__package__),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.pages.filters |= views.FILTERS

    def application(self) -> web.Application:
        """The web application."""
        app = web.Application(client_max_size=MAX_BODY, middlewares=[self.errors, self.guard])
        app.add_routes(
            [
                web.get("/", self.tests_page),
                web.get("/history", self.history_page),
                web.get("/machines", self.machines_page),
                web.get(r"/tests/{id:\d{1,15}}", self.test_page),
                web.get(r"/tests/{id:\d{1,15}}/record", self.record),
                web.get(r"/tests/{id:\d{1,15}}/report", self.report),
                web.get("/login", self.login_page),
                web.post("/login", self.login),
                web.get("/style.css", self.style),
                web.get("/api/tests", self.api_tests),
                web.post("/api/tests", self.api_submit),
                web.get(r"/api/tests/{id:\d{1,15}}", self.api_test),
                web.get(r"/api/tests/{id:\d{1,15}}/status", self.api_status),
                web.post(r"/api/tests/{id:\d{1,15}}/stop", self.api_stop),
                web.post(r"/api/tests/{id:\d{1,15}}/resume", self.api_resume),
                web.post(r"/api/tests/{id:\d{1,15}}/priority", self.api_priority),
                web.get("/api/machines", self.api_machines),
            ]
        )
        return app

    @web.middleware
    async def errors(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Turns every failure into one message, and adds the headers of all answers."""
        try:
            response = await handler(request)
        except Failure as failure:
            response = self.failure(request, 400, str(failure))
        except web.HTTPRequestEntityTooLarge:
            response = self.failure(request, 413, f"the request is larger than {MAX_BODY} bytes")
        except web.HTTPRedirection:
            raise
        except web.HTTPException as failure:
            response = self.failure(request, failure.status, failure.reason)
        except Exception:
            logging.getLogger(__name__).exception("%s %s", request.method, request.path)
            response = self.failure(request, 500, "internal error; the service's log has the details")
        response.headers.setdefault("Content-Security-Policy", POLICY)
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["Cache-Control"] = "no-store"
        return response

    def failure(self, request: web.Request, status: int, message: str) -> web.Response:
        """An error, in JSON for the API and as a page otherwise."""
        if request.path.startswith("/api/"):
            response = web.json_response({"error": message}, status=status)
        else:
            response = self.page("error.html", status=status, message=message)
        if status == 401:
            response.headers["WWW-Authenticate"] = "Bearer"
        return response

    @web.middleware
    async def guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Lets changes pass with the token only, and reads also with the cookie or on a public site."""
        if request.path in ("/login", "/style.css") or self.has_token(request):
            return await handler(request)
        if request.method in ("GET", "HEAD") and (self.public or self.may_read(request)):
            return await handler(request)
        if request.method in ("GET", "HEAD") and not request.path.startswith("/api/"):
            raise web.HTTPSeeOther("/login")
        raise web.HTTPUnauthorized(reason="the token is missing or wrong: Authorization: Bearer TOKEN")

    def has_token(self, request: web.Request) -> bool:
        """Whether the request has the token."""
        return same(request.headers.get("Authorization", ""), f"Bearer {self.token}")

    def may_read(self, request: web.Request) -> bool:
        """Whether the request has the cookie of a reader."""
        return same(request.cookies.get(COOKIE, ""), self.reader())

    def reader(self) -> str:
        """The value of a reader's cookie. It permits no changes, and the token cannot be found from it."""
        return hmac.new(self.token.encode(), b"reader", hashlib.sha256).hexdigest()

    def page(self, name: str, status: int = 200, **values) -> web.Response:
        """A page from a template."""
        text = self.pages.get_template(name).render(now=time.time(), **values)
        return web.Response(text=text, content_type="text/html", status=status)

    def test(self, request: web.Request) -> Test:
        """The test that a request names."""
        test = self.store.get(int(request.match_info["id"]))
        if test is None:
            raise web.HTTPNotFound(reason=f"there is no test {request.match_info['id']}")
        return test

    async def login_page(self, _: web.Request) -> web.Response:
        return self.page("login.html", message="")

    async def login(self, request: web.Request) -> web.Response:
        form = await request.post()
        if not same(str(form.get("token", "")).strip(), self.token):
            return self.page("login.html", status=403, message="This is not the token.")
        response = web.Response(status=303, headers={"Location": "/"})
        secure = self.url.startswith("https:")
        response.set_cookie(COOKIE, self.reader(), httponly=True, samesite="Lax", secure=secure)
        return response

    async def style(self, _: web.Request) -> web.StreamResponse:
        return web.FileResponse(Path(__file__).with_name("style.css"))

    async def tests_page(self, _: web.Request) -> web.Response:
        queue = self.store.queue()
        return self.page(
            "tests.html",
            running=[test for test in queue if test.state == "running"],
            queued=[test for test in queue if test.state == "queued"],
            ended=self.store.ended(10),
        )

    async def history_page(self, request: web.Request) -> web.Response:
        number = page_number(request)
        found = self.store.ended(PAGE + 1, (number - 1) * PAGE)
        return self.page("history.html", tests=found[:PAGE], number=number, more=len(found) > PAGE)

    async def machines_page(self, _: web.Request) -> web.Response:
        return self.page("machines.html", machines=self.machines())

    def machines(self) -> list[dict]:
        """The machines to show."""
        return self.store.machines(time.time() - SHOWN_AFTER_LEAVING)

    async def test_page(self, request: web.Request) -> web.Response:
        test = self.test(request)
        plot = views.plot(self.store.points(test.id), test.standing)
        return self.page("test.html", test=test, plot=plot, has_record=self.has_games(test))

    def has_games(self, test: Test) -> bool:
        """Whether the record of a test has begun."""
        record = self.player.record(test.id)
        return test.games > 0 and record.exists()

    async def record(self, request: web.Request) -> web.StreamResponse:
        test = self.with_games(request)
        disposition = f'attachment; filename="test-{test.id}.txt"'
        headers = {"Content-Type": "text/plain; charset=utf-8", "Content-Disposition": disposition}
        return web.FileResponse(self.player.record(test.id), headers=headers)

    def with_games(self, request: web.Request) -> Test:
        """The test that a request names, if it has games."""
        test = self.test(request)
        if not self.has_games(test):
            raise web.HTTPNotFound(reason=f"test {test.id} has no games yet")
        return test

    async def report(self, request: web.Request) -> web.StreamResponse:
        test = self.with_games(request)
        async with self.reports:
            page = await views.report(self.player.branan, self.player.record(test.id))
        return web.FileResponse(page, headers={"Content-Security-Policy": REPORT_POLICY})

    async def api_tests(self, request: web.Request) -> web.Response:
        number = page_number(request)
        tests = self.store.ended(PAGE, (number - 1) * PAGE)
        tests = (self.store.queue() if number == 1 else []) + tests
        return web.json_response([views.as_json(test) for test in tests])

    async def api_test(self, request: web.Request) -> web.Response:
        test = self.test(request)
        return web.json_response({**views.as_json(test), "standing": test.standing})

    async def api_status(self, request: web.Request) -> web.Response:
        test = self.test(request)
        return web.json_response(views.status(test, self.url))

    async def api_submit(self, request: web.Request) -> web.Response:
        number = await self.player.submit(parse(Spec, await request.read()))
        answer = {"id": number, "url": f"{self.url}/tests/{number}"}
        return web.json_response(answer, status=201)

    async def api_stop(self, request: web.Request) -> web.Response:
        test = self.test(request)
        if not self.player.stop(test.id):
            raise Failure(f"test {test.id} has ended: {test.state}")
        return self.changed(test)

    async def api_resume(self, request: web.Request) -> web.Response:
        test = self.test(request)
        if not self.player.resume(test.id):
            raise Failure(
                f"only a test that was stopped or had an error can be resumed; {test.id} is {test.state}"
            )
        return self.changed(test)

    async def api_priority(self, request: web.Request) -> web.Response:
        test = self.test(request)
        self.store.set_priority(test.id, parse(Priority, await request.read()).priority)
        self.player.wake()
        return self.changed(test)

    def changed(self, test: Test) -> web.Response:
        """The answer to a change: the test after it."""
        return web.json_response(views.as_json(self.store.get(test.id)))

    async def api_machines(self, _: web.Request) -> web.Response:
        return web.json_response(self.machines())


def same(given: str, right: str) -> bool:
    """Compares secrets in constant time."""
    return hmac.compare_digest(given.encode(errors="replace"), right.encode())


def page_number(request: web.Request) -> int:
    """The number of the page that a request names."""
    text = request.query.get("page", "1")
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:8]) <= 1_000_000 and len(text) <= 7):
        raise Failure("page: give a number from 1")
    return int(text)
