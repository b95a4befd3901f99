"""Failures of commands."""


class Failure(Exception):
    """An error for the user, with the exit code."""

    def __init__(self, message: str, code: int = 2):
        super().__init__(message)
        self.code = code
