"""100,000 asyncio tasks, each asleep until its deadline within a minute. Prints how late they wake in the first seconds, and their memory."""

import asyncio
import json
import resource
import time

PENDING, SPREAD_S, LASTS_S = 100_000, 60.0, 8.0


def mb():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


async def main():
    late = []

    async def one(due):
        await asyncio.sleep(due - time.monotonic())
        late.append((time.monotonic() - due) * 1000)

    before, start = mb(), time.monotonic() + 4
    tasks = [asyncio.create_task(one(start + SPREAD_S * index / PENDING)) for index in range(PENDING)]
    await asyncio.sleep(4 + LASTS_S)
    late.sort()
    print(json.dumps({"late_99_ms": late[int(len(late) * 0.99)], "late_worst_ms": late[-1], "mb": mb() - before}))
    for task in tasks:
        task.cancel()


asyncio.run(main())
