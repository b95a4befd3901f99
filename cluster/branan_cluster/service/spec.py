"""The description of a test, as submitted, and the arguments of `branan match` that play it."""

from pathlib import Path
from typing import Annotated, Literal, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError, model_validator

from ..failure import Failure

# The names of the two players in records and tables. The candidate comes first: the SPRT is its test.
PLAYERS = ("candidate", "base")

# The games after which an SPRT without a decision ends.
MAX_SPRT_GAMES = 40_000

NO_CONTROL = r"^[^\x00-\x1f\x7f]*$"

Path_ = Annotated[str, StringConstraints(min_length=1, max_length=1000, pattern=NO_CONTROL)]
OptionName = Annotated[str, StringConstraints(pattern=r"^[^\x00-\x1f\x7f=]{1,100}$")]
OptionValue = Annotated[str, StringConstraints(max_length=1000, pattern=NO_CONTROL)]
# A leading hyphen would make it an option of git.
Revision = Annotated[str, StringConstraints(pattern=r"^[0-9A-Za-z_][0-9A-Za-z_./~^+-]{0,199}$")]
Ruleset = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]{0,63}$")]


class Model(BaseModel):
    """A part of a test. Rejects unknown fields, infinities and NaN."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


M = TypeVar("M", bound=Model)


class Version(Model):
    """An engine: a program on the service's machine, or a revision to build."""

    path: Path_ | None = None
    revision: Revision | None = None
    repository: Path_ | None = None
    # The protocol that the engine speaks, as in `proto=` of `branan match`.
    protocol: Literal["uci", "opentafl", "tablut"] = "uci"
    # The arguments of its command line.
    args: Annotated[str, StringConstraints(max_length=1000, pattern=NO_CONTROL)] = ""
    options: dict[OptionName, OptionValue] = Field(default={}, max_length=100)

    @model_validator(mode="after")
    def one_source(self) -> Self:
        """A version is one or the other."""
        if (self.path is None) == (self.revision is None):
            raise ValueError("give either a path or a revision")
        if self.path is not None and self.repository is not None:
            raise ValueError("a repository needs a revision")
        return self


class Sprt(Model):
    """The hypotheses of the sequential test, in Elo, and its error rates."""

    elo0: float = Field(default=0.0, ge=-200, le=200)
    elo1: float = Field(default=5.0, ge=-200, le=200)
    alpha: float = Field(default=0.05, gt=0, lt=0.5)
    beta: float = Field(default=0.05, gt=0, lt=0.5)
    model: Literal["normalized", "logistic"] = "normalized"

    @model_validator(mode="after")
    def ordered(self) -> Self:
        """The second hypothesis is the higher one."""
        if self.elo0 >= self.elo1:
            raise ValueError("elo0 must be below elo1")
        return self


class Spec(Model):
    """A test."""

    candidate: Version
    base: Version
    variants: list[Ruleset] = Field(min_length=1, max_length=64)
    limits: Annotated[str, StringConstraints(pattern=r"^(tc|st|nodes|depth)=[0-9a-z/+.]{1,40}$")]
    sprt: Sprt | None = None
    games: int | None = Field(default=None, ge=2, le=1_000_000)
    openings: Path_ | None = None
    max_moves: int | None = Field(default=None, ge=1, le=10_000)
    known_wins: bool = False
    seed: int = Field(default=0, ge=0, le=2**32)
    priority: int = Field(default=0, ge=-1000, le=1000)
    note: Annotated[str, StringConstraints(max_length=2000, pattern=r"^[^\x00-\x09\x0b-\x1f\x7f]*$")] = ""
    author: Annotated[str, StringConstraints(max_length=100, pattern=NO_CONTROL)] = ""

    @model_validator(mode="after")
    def ends(self) -> Self:
        """A test without SPRT needs a number of games."""
        if self.sprt is None and self.games is None:
            raise ValueError("give the bounds of an SPRT or a number of games")
        return self

    @property
    def rounds(self) -> int:
        """The rounds of the match: enough for the number of games."""
        return -(-(self.games or MAX_SPRT_GAMES) // (2 * len(self.variants)))

    @property
    def versions(self) -> tuple[Version, Version]:
        """Both engines, in the order of `PLAYERS`."""
        return self.candidate, self.base


class Priority(Model):
    """The body of a request that changes a priority."""

    priority: int = Field(ge=-1000, le=1000)


def parse(model: type[M], body: bytes) -> M:
    """Reads a body in JSON. Fails with its first mistake."""
    try:
        return model.model_validate_json(body)
    except ValidationError as failed:
        first = failed.errors(include_url=False, include_context=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        message = first["msg"].removeprefix("Value error, ")
        raise Failure(f"{place}: {message}" if place else message) from None


def match_words(spec: Spec, event: str, programs: list[Path], openings: Path | None) -> list[str]:
    """The arguments of `branan match` for a test with these programs and this copy of its openings."""
    words = []
    for name, version, program in zip(PLAYERS, spec.versions, programs, strict=True):
        more = [f"option.{option}={value}" for option, value in version.options.items()]
        if version.protocol != "uci":
            more.append(f"proto={version.protocol}")
        if version.args:
            more.append(f"args={version.args}")
        words += ["--engine", f"cmd={program}", f"name={name}", *more]
    words += ["--each", spec.limits, "--variant", ",".join(spec.variants), "--rounds", str(spec.rounds)]
    words += ["--event", event, "--seed", str(spec.seed), "--recover", "--startup", "30"]
    if spec.sprt:
        words += ["--sprt", *(f"{name}={value}" for name, value in spec.sprt.model_dump().items())]
    if openings:
        words += ["--openings", str(openings), "--order", "random"]
    if spec.max_moves:
        words += ["--max-moves", str(spec.max_moves)]
    if spec.known_wins:
        words.append("--known-wins")
    return words
