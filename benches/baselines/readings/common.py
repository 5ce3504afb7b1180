"""What the plain readings of the five games share: a record's header, the notation of actions, the acts that exist in every game, and the two commands.

A game's file holds one class, a `Match`, and ends in `main(ItsClass)`. Read from the rulebook alone; it shares nothing with Dealer's own code."""

import json
import random
import re
import sys
import time

SEATS = ("dmo", "ec")
OTHER = {"dmo": "ec", "ec": "dmo"}
NOT_A_NAME = {"dmo", "ec", "host", "clock", "dealer"}
NAMES = ["Zac", "Tiac", "UMG", "Myth", "Pixie", "Lord Byron", "Émile", "x > y", "first", "north", "12", "Moss", "Bran", "Kiwi", "Nell", "Gouda", "Orla",
         "Rook", "Vik", "Bo", "Toby", "Isa Bel", "Quinn", "Pip", "Shane", "Andy"]
TOKEN = re.compile(r'(?: *(>)| *("[^"]+"|[^ ">]+)(?=[ >]|$))')


class Illegal(Exception):
    """An entry, an option or a header that the rules do not allow; its text says why."""


def need(condition, reason):
    if not condition:
        raise Illegal(reason)


def split(act):
    """The words of an action in lower case. A quoted one keeps its opening quote, so that it is no keyword; an unquoted `>` is a word."""
    words, at, act = [], 0, act.lower().rstrip(" ")
    while at < len(act):
        found = TOKEN.match(act, at)
        need(found, f"cannot read {act!r}")
        words.append(found[1] or found[2].rstrip('"'))
        at = found.end()
    need(words, "an action without a word")
    return words


def quote(name):
    return f'"{name}"' if " " in name or ">" in name else name


def number(word, low, high):
    """A whole number written without leading zeros, within its bounds, both included."""
    need(re.fullmatch("0|[1-9][0-9]{0,8}", word) and low <= int(word) <= high, f"{word} is no number from {low} to {high}")
    return int(word)


def cell(word, columns, rows):
    """`b4` as (column, row) from 0, the top left being (0, 0)."""
    found = re.fullmatch("([a-z])([1-9][0-9]?)", word)
    need(found, f"{word} is no cell")
    column, row = ord(found[1]) - ord("a"), int(found[2]) - 1
    need(column < columns and row < rows, f"{word} is not on the grid")
    return column, row


def cell_name(column, row):
    return f"{chr(ord('A') + column)}{row + 1}"


class Match:
    """A match from its record's header on. A game gives:

    GAME, OPTIONS    its word, and its options with their defaults
    __init__         calls this one, checks the options and sets up; sets `phase` and `to_act`
    do               plays an action: `who` (a seat or a name), its `words`, who wrote it (`by`); raises Illegal before anything changes
    legal            the actions that a seat may take now, as text (for random play)
    view             the state without `phase`, `to_act` and `result`
    random_options   a class method: (options, players, eliminated, dealers) of a random match, the last three being numbers
    and where the page asks for it its own `clock_may`, `host_act`, `timeout`, `next_entry` or `named_options`."""

    GAME, OPTIONS = "", {}

    def __init__(self, header):
        need(header["game"] == self.GAME, f"this is no record of {self.GAME}")
        names = [member["name"] for member in header["cast"]]
        self.cast = {member["name"]: member["role"] for member in header["cast"]}
        self.names = {name.lower(): name for name in names}
        need(len(self.names) == len(names) and not NOT_A_NAME & self.names.keys(), "names are unique, and no name is a seat's or an office's")
        need(all(names) and not any(ord(c) < 32 or ord(c) in range(127, 160) or c == '"' for name in names for c in name), "no such name")
        need(set(self.cast.values()) <= {"player", "eliminated", "dealer"}, "no such role")
        self.seats = header["seats"]
        pair = [self.seats[seat] for seat in SEATS]
        need(pair[0] != pair[1] and all(self.cast.get(name) == "player" for name in pair), "the seats are two players of the cast")
        self.safe = [name for name, role in self.cast.items() if role == "player" and name not in pair]
        need(all(name in self.cast and type(count) is int and count >= 0 for name, count in header["garnets"].items()), "garnets")
        self.garnets = {seat: header["garnets"].get(self.seats[seat], 0) for seat in SEATS}
        for option, value in header["options"].items():
            need(option in self.OPTIONS, f"no option {option}")
            need(value is not None or self.OPTIONS[option] is None, f"option {option} is null")
        self.options = {**self.OPTIONS, **header["options"]}
        need(self.options["on_timeout"] in ("forfeit", "drain" if self.GAME == "crossfire" else "random"), "on_timeout")
        self.phase, self.to_act, self.result = "", [], None

    def name(self, word):
        """The cast member that a word of an action names."""
        name = self.names.get(word.removeprefix('"'))
        need(name is not None, f"nobody is called {word}")
        return name

    def finish(self, winner, reason):
        self.phase, self.to_act, self.result = "over", [], {"winner": winner, "reason": reason}

    def state(self):
        return {"phase": self.phase, "to_act": sorted(self.to_act), "result": self.result, **self.view()}

    def enter(self, by, whom, act):
        """Plays one entry of the log; `whom` is its `for`, or None."""
        words = split(act)
        if self.result:
            tie = self.result["winner"] is None and self.result["reason"] != "void"
            need(tie and by == "host" and whom is None and words[0] == "settle", "the match is over")
        if by == "host" and whom is None:
            return self.host_act(words)
        need(whom is None or by in ("host", "clock", "dealer"), "`for` stands with host, clock and dealer alone")
        who = by if whom is None else whom
        need(who in SEATS or who == by == "dealer" or (who in self.cast and who not in self.seats.values()), f"{who} is nobody who can act")
        need(by != "clock" or (who in self.to_act and self.clock_may(who, words)), "the clock may not do this")
        if words == ["forfeit"]:
            need(who in SEATS and by in ("host", "clock"), "a seat that does not want to go on resigns")
            self.finish(OTHER[who], "forfeit")
        elif words == ["resign"]:
            need(by in SEATS, "only a seat resigns, and by itself")
            self.finish(OTHER[by], "resign")
        else:
            self.do(who, words, by)

    def host_act(self, words):
        """What a host does in nobody's name."""
        if words == ["void"]:
            self.finish(None, "void")
        else:
            need(words[0] == "settle" and len(words) == 2 and words[1] in SEATS, "no act of a host")
            self.finish(words[1], "settled")

    def clock_may(self, who, words):
        """Whether a timeout of `who`, who is waited for, may be written like this."""
        return (words == ["forfeit"]) == (self.options["on_timeout"] == "forfeit")

    def timeout(self, who):
        """A timeout as the clock may write it."""
        return "forfeit" if self.options["on_timeout"] == "forfeit" else random.choice(self.legal(who))

    def next_entry(self):
        """A random next entry as (by, for, act): now and then a timeout."""
        who = random.choice(self.to_act)
        if random.random() < 0.01:
            return "clock", who, self.timeout(who)
        return who, None, random.choice(self.legal(who))

    @classmethod
    def named_options(cls, header):
        """The options of a random match that speak of its cast."""
        return {}


def random_header(match):
    """A header of a random match: options, cast, seats and garnets."""
    options, *counts = match.random_options()
    roles = [role for role, count in zip(("player", "eliminated", "dealer"), counts) for _ in range(count)]
    cast = list(zip(random.sample(NAMES, len(roles)), roles))
    seats = dict(zip(SEATS, (name for name, _ in cast)))
    random.shuffle(cast)
    header = {"format": "dealer-record/1", "game": match.GAME, "options": options, "cast": [{"name": name, "role": role} for name, role in cast],
              "seats": seats, "garnets": {name: random.randrange(5) for name, _ in cast}}
    options.update(match.named_options(header))
    return header


def play(match_class, seconds):
    """Random games until the seconds are over."""
    random.seed(1)
    games = actions = 0
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds:
        match = match_class(random_header(match_class))
        while not match.result:
            match.enter(*match.next_entry())
            actions += 1
        games += 1
    print(json.dumps({"games": games, "actions": actions, "seconds": round(time.perf_counter() - begun, 3)}))


def check(match_class, path):
    """Plays a record and compares its states with those beside it, if there are any; returns what is wrong, or None."""
    with open(path, encoding="utf-8") as file:
        record = json.load(file)
    try:
        with open(path.removesuffix(".json") + ".states.jsonl", encoding="utf-8") as file:
            states = [json.loads(line) for line in file]
    except FileNotFoundError:
        states = None
    seq, at_ms = 0, 0
    try:
        need(record.keys() == {"format", "game", "options", "cast", "seats", "garnets", "log", "result"} and record["format"] == "dealer-record/1", "no record")
        try:
            match = match_class(record)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise Illegal(f"the header is not of the right shape: {error!r}") from error
        for seq, entry in enumerate(record["log"], 1):
            need({"seq", "at_ms", "by", "act"} <= entry.keys() <= {"seq", "at_ms", "by", "act", "for"}, "an entry's keys")
            need(entry["seq"] == seq and type(entry["at_ms"]) is int and entry["at_ms"] >= at_ms, "seq and at_ms go on")
            at_ms = entry["at_ms"]
            match.enter(entry["by"], entry.get("for"), entry["act"])
            if states is not None:
                need(seq <= len(states), "there is no state of this entry")
                ours, theirs = (json.dumps(state, sort_keys=True, ensure_ascii=False) for state in ({"seq": seq, "state": match.state()}, states[seq - 1]))
                if ours != theirs:
                    return f"line {seq} after {entry['act']!r}:\n  here  {ours}\n  there {theirs}"
        need(match.result == record["result"], f"the result is {match.result}")
        need(states is None or len(states) == seq, "more states than entries")
    except Illegal as reason:
        return f"seq {seq}: {reason}"
    return None


def main(match_class):
    match sys.argv[1:]:
        case ["play", seconds]:
            play(match_class, float(seconds))
        case ["check", first, *more]:
            for path in [first, *more]:
                if wrong := check(match_class, path):
                    sys.exit(f"{path}: {wrong}")
            print(f"{len(more) + 1} records agree")
        case _:
            sys.exit("play SECONDS, or check RECORD.json ...")
