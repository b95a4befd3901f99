"""Why a command cannot go on."""


class Failure(Exception):
    """An error for the user, and the exit code to end with."""

    def __init__(self, message: str, code: int = 2):
        super().__init__(message)
        self.code = code
