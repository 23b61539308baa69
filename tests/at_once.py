"""Several threads that write and read the same entries of a cache at once."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from aferir.stores import Cache


def wrongly_read(caches: Sequence[Cache], keys: Sequence[str], turns: int) -> list[str]:
    """The keys that somebody read anything but the whole entry of, each cache in a thread of its own."""
    wrong: list[str] = []

    def work(cache: Cache) -> None:
        for turn in range(turns):
            key = keys[turn % len(keys)]
            cache.put(key, key.encode() * 500)
            if cache.get(key) != key.encode() * 500:
                wrong.append(key)

    threads = [threading.Thread(target=work, args=(cache,)) for cache in caches]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return wrong
