"""Actions stored with Python's sqlite3 as a bot would: a transaction an action of three rows, the journal mode and durability that are the default.

store.py FILE: prints how many a second.
"""

import json
import sqlite3
import sys
import time

db = sqlite3.connect(sys.argv[1])
for table in ("log (id INTEGER PRIMARY KEY, match INTEGER, body TEXT)", "posts (id INTEGER PRIMARY KEY, match INTEGER, body TEXT)",
              "dues (match INTEGER PRIMARY KEY, at INTEGER)"):
    db.execute(f"CREATE TABLE IF NOT EXISTS {table}")
db.commit()
COUNT = 500
begun = time.perf_counter()
for index in range(COUNT):
    db.execute("INSERT INTO log (match, body) VALUES (?, ?)", (index, "a" * 90))
    db.execute("INSERT INTO posts (match, body) VALUES (?, ?)", (index, "p" * 1500))
    db.execute("INSERT OR REPLACE INTO dues (match, at) VALUES (?, ?)", (index, index))
    db.commit()
print(json.dumps({"actions_a_second": COUNT / (time.perf_counter() - begun)}))
