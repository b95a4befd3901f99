"""Progress without a terminal."""

import asyncio

import pytest

from branan_cluster import progress


def test_progress_is_told_at_intervals(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture):
    monkeypatch.setattr(progress, "INTERVAL", 0)
    told = iter(["1 job", "2 jobs", ""])

    async def work():
        telling = asyncio.create_task(progress.keep_telling(lambda: next(told)))
        with pytest.raises(RuntimeError):
            await telling

    asyncio.run(work())
    assert capsys.readouterr().err == "branan-cluster: 1 job\nbranan-cluster: 2 jobs\n"
