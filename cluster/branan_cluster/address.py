"""Checks whether a cluster answers at an address, before loading Ray, which takes seconds."""

import os
from pathlib import Path

import grpc

from .failure import Failure

# The time limit for an answer, in seconds.
PATIENCE = 5


def check_answers(address: str | None) -> None:
    """Fails if no cluster answers at HOST:PORT. Ray itself would try for a minute or two."""
    host, colon, port = (address or "").rpartition(":")
    if not colon or "/" in host:
        return
    if not host or not port.isdigit():
        raise Failure(f"{address} is no address of a cluster, HOST:6379")
    with grpc.insecure_channel(address) as channel:
        # The first call that Ray itself makes.
        ask = channel.unary_unary("/ray.rpc.NodeInfoGcsService/GetClusterId")
        try:
            ask(b"", timeout=PATIENCE, metadata=credentials())
        except grpc.RpcError as failed:
            if failed.code() == grpc.StatusCode.UNAUTHENTICATED:
                hint = "its token is missing here, or is another; see ~/.ray/auth_token"
                raise Failure(f"the cluster at {address} refuses this machine: {hint}") from failed
            hint = "is it started, and may this machine reach that port?"
            raise Failure(f"no cluster answers at {address} ({failed.details()}); {hint}") from failed


def credentials() -> list[tuple[str, str]]:
    """The token of this machine, from the places where Ray looks for it."""
    token = os.environ.get("RAY_AUTH_TOKEN", "")
    if not token:
        file = Path(os.environ.get("RAY_AUTH_TOKEN_PATH") or Path.home() / ".ray" / "auth_token")
        token = file.read_text().strip() if file.is_file() else ""
    return [("authorization", f"Bearer {token}")] if token else []
