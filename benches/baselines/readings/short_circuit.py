"""A plain reading of Short Circuit's page. `short_circuit.py play SECONDS`, `short_circuit.py check RECORD.json ...`"""

import random
from copy import copy
from itertools import product

from common import OTHER, SEATS, Illegal, Match, cell, cell_name, main, need

SIDES = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
BARS = {"H": ["WE"], "V": ["NS"], "NE": ["NE"], "SE": ["SE"], "SW": ["SW"], "NW": ["NW"], "X": ["WE", "NS"]}
OPEN = {code: "".join(bars) for code, bars in BARS.items()}
KIND = {"H": "straight", "V": "straight", "NE": "turn", "SE": "turn", "SW": "turn", "NW": "turn", "X": "crossroad", "T": "thunder"}
LONGEST = 3


# The search for a completion

def edge(place, side):
    """The edge on this side of a cell, as a point on a grid of half steps: the same one from both of its cells."""
    return 2 * place[0] + SIDES[side][0], 2 * place[1] + SIDES[side][1]


def cells_of(point):
    """The two cells of an edge."""
    x, y = point
    return ((x // 2, y // 2), ((x + 1) // 2, (y + 1) // 2))


class Partial:
    """A circuit under way: the board's `tiles` and those laid whose shape is known; thunder tiles on the board whose shape is still open (`thunder`); the loose
    tiles left (`supply`), how many of them may be laid (`most`) and those laid by now (`laid`); `ends`, from each open edge to the one at the other end of its
    piece of line; and how many lines have been closed (`loops`)."""

    def __init__(self, size, board, supply, most):
        self.size, self.board, self.supply, self.most = size, board, supply, most
        self.thunder = frozenset(place for place, code in board.items() if code == "T")
        self.tiles, self.laid, self.ends, self.loops = {}, {}, {}, 0

    def fits(self, place, code):
        """Whether each side agrees with the neighbour there; one whose shape is not known agrees with anything, the world outside with no open side."""
        x, y = place
        for side, (dx, dy) in SIDES.items():
            beside, is_open = (x + dx, y + dy), side in OPEN[code]
            if beside in self.tiles:
                if is_open != (edge(place, side) in self.ends):
                    return False
            elif is_open and not (0 <= beside[0] < self.size[0] and 0 <= beside[1] < self.size[1]):
                return False
        return True

    def lay(self, place, code):
        """The circuit with one more tile of known shape: one of the board's, or a loose one, which is a thunder tile if its kind has run out."""
        after = copy(self)
        after.tiles, after.ends = {**self.tiles, place: code}, dict(self.ends)
        if place in self.board:
            after.thunder = self.thunder - {place}
        else:
            name = code if self.supply[KIND[code]] else "T"
            after.supply = {**self.supply, KIND[name]: self.supply[KIND[name]] - 1}
            after.most, after.laid = self.most - 1, {**self.laid, place: name}
        for bar in BARS[code]:
            a, b = (edge(place, side) for side in bar)
            end_a = after.ends.pop(a, a)
            if end_a == b:
                del after.ends[b]
                after.loops += 1
            else:
                end_b = after.ends.pop(b, b)
                after.ends[end_a], after.ends[end_b] = end_b, end_a
        return after

    def too_far(self, targets):
        """Whether the loose tiles cannot bring all ends together: each needs at least the way to its nearest partner, and a way is two ends'."""
        doubles = self.supply["crossroad"] + self.supply["thunder"]
        bars = min(self.most, sum(self.supply.values())) + min(self.most, doubles) + 2 * len(self.thunder)
        ways = 0
        for end, (x, y) in targets.items():
            own = self.ends[end] if len(targets) > 2 else None
            ways += 1 + min(abs(x - u) + abs(y - v) for other, (u, v) in targets.items() if other not in (end, own))
        return ways > 2 * bars

    def completions(self):
        """All ways to make it one closed line, each as the loose tiles laid."""
        if self.loops:
            if self.loops == 1 and not self.ends and not self.thunder:
                yield self.laid
            return
        targets = {end: next(place for place in cells_of(end) if place not in self.tiles) for end in self.ends}
        if self.too_far(targets):
            return
        place, codes = min(((place, self.codes(place)) for place in self.thunder.union(targets.values())), key=lambda pair: len(pair[1]))
        for code in codes:
            yield from self.lay(place, code).completions()

    def codes(self, place):
        """The shapes that may come there."""
        any_kind = place in self.thunder or self.most and self.supply["thunder"]
        return [code for code in BARS if (any_kind or self.most and self.supply[KIND[code]]) and self.fits(place, code)]


def completions(size, tiles, supply, most):
    """All ways to complete the circuit with at most so many of the loose tiles; thunder is laid only where another kind has run out."""
    circuit = Partial(size, tiles, supply, most)
    for place, code in tiles.items():
        if code != "T":
            if not circuit.fits(place, code):
                return
            circuit = circuit.lay(place, code)
    yield from circuit.completions()


def is_complete(size, tiles):
    return any(True for _ in completions(size, tiles, dict.fromkeys(KIND.values(), 0), 0))


def completion(size, tiles, supply):
    """A way to complete the circuit, or None. Short ones are looked for first: a search for long ones at once loses its way. It ends always, but a
    battery scattered over a large board can cost minutes."""
    total = sum(supply.values())
    for most in [*range(3, total, 3), total]:
        for laid in completions(size, tiles, supply, most):
            return laid
    return None


# The match

def in_line(places):
    """Whether the cells are neighbours without a gap in one row or column."""
    columns, rows = (sorted(values) for values in zip(*places))
    across, along = (columns, rows) if columns[0] == columns[-1] else (rows, columns)
    return across[0] == across[-1] and along == list(range(along[0], along[0] + len(along)))


def written(verb, tiles):
    return f"{verb} " + " ".join(f"{cell_name(*place)}={code}" for place, code in tiles.items())


class ShortCircuit(Match):
    GAME = "short_circuit"
    OPTIONS = {"columns": 8, "rows": 7, "battery": {}, "supply": {"straight": 8, "turn": 10, "crossroad": 4, "thunder": 2}, "on_timeout": "forfeit"}

    def __init__(self, header):
        super().__init__(header)
        columns, rows = self.size = self.options["columns"], self.options["rows"]
        need(all(type(count) is int and 5 <= count <= 12 for count in self.size), "columns and rows are from 5 to 12")
        middle = columns // 2 - 1, (rows + 1) // 2 - 1
        battery = header["options"].get("battery", {cell_name(*middle): "H", cell_name(middle[0] + 1, middle[1]): "H"})
        self.tiles = {cell(name.lower(), columns, rows): code for name, code in battery.items()}
        need(battery and all(name.isupper() for name in battery) and all(code in BARS for code in battery.values()), "battery")
        self.supply = self.options["supply"]
        need(self.supply.keys() == set(KIND.values()) and all(type(count) is int and count >= 0 for count in self.supply.values()), "supply")
        need(1 <= sum(self.supply.values()) <= 40 and self.supply["thunder"] <= 4, "the supply is from 1 to 40, of which thunder is up to 4")
        need(not is_complete(self.size, self.tiles) and completion(self.size, self.tiles, self.supply) is not None, "complete already, or cannot be")
        self.chooser = "ec" if self.garnets["ec"] > self.garnets["dmo"] else "dmo"
        self.first, self.caller = None, None
        self.phase, self.to_act = "choosing", [self.chooser]

    def view(self):
        return {"chooser": self.chooser, "first": self.first, "columns": self.size[0], "rows": self.size[1],
                "tiles": {cell_name(*place): code for place, code in self.tiles.items()}, "supply": self.supply, "caller": self.caller}

    def do(self, who, words, by):
        need(who in self.to_act, f"{who} is not asked")
        need(by != "dealer", "nothing is drawn here")
        verb, rest = words[0], words[1:]
        if self.phase == "choosing":
            need(verb == "first" and len(rest) == 1 and rest[0] in SEATS, "first dmo, or first ec")
            self.first = rest[0]
            self.phase, self.to_act = "placing", [self.first]
        elif self.phase == "placing" and verb == "place":
            tiles = self.loose(rest)
            need(len(tiles) <= LONGEST and in_line(tiles) and not self.beside().isdisjoint(tiles), "a line of one to three beside a tile")
            self.lay(tiles)
            if is_complete(self.size, self.tiles):
                self.finish(who, "circuit")
            else:
                self.to_act = [OTHER[who]]
        elif self.phase == "placing":
            need(words == ["impossible"], "place, or impossible")
            self.caller = who
            self.phase, self.to_act = "solving", [OTHER[who]]
        elif verb == "solve":
            tiles = self.loose(rest)
            need(is_complete(self.size, {**self.tiles, **tiles}), "that does not complete it")
            self.lay(tiles)
            self.finish(who, "solved")
        else:
            need(words == ["concede"], "solve, or concede")
            self.finish(self.caller, "impossible")

    def loose(self, words):
        """The loose tiles that words like `c4=se` name, on empty cells."""
        tiles, left = {}, dict(self.supply)
        for word in words:
            name, _, code = word.partition("=")
            place, code = cell(name, *self.size), code.upper()
            need(place not in tiles and place not in self.tiles, f"{name} is not empty")
            need(code in KIND and left[KIND[code]] > 0, f"no tile {code} left")
            left[KIND[code]] -= 1
            tiles[place] = code
        need(tiles, "which tiles?")
        return tiles

    def lay(self, tiles):
        self.tiles.update(tiles)
        self.supply = dict(self.supply)
        for code in tiles.values():
            self.supply[KIND[code]] -= 1

    def beside(self):
        """The cells side by side with a tile that lies there."""
        return {(x + dx, y + dy) for x, y in self.tiles for dx, dy in SIDES.values()}

    # The clock and random play

    def clock_may(self, who, words):
        if self.phase != "placing":
            return words[0] == {"choosing": "first", "solving": "concede"}[self.phase]
        if self.options["on_timeout"] == "forfeit":
            return words == ["forfeit"]
        return (words[0] == "place" and len(words) == 2) if self.lines(1) else words == ["impossible"]

    def timeout(self, who):
        if self.phase == "placing":
            return "forfeit" if self.options["on_timeout"] == "forfeit" else self.random_place(1)
        return "concede" if self.phase == "solving" else "first " + random.choice(SEATS)

    def lines(self, longest):
        """Where `place` may lay tiles: lines of up to so many empty cells, one of them beside a tile."""
        longest = min(longest, sum(self.supply.values()))
        empty, beside, lines = set(product(*map(range, self.size))) - self.tiles.keys(), self.beside(), []
        for (x, y), (dx, dy) in product(empty, (SIDES["E"], SIDES["S"])):
            line = []
            while len(line) < longest and (x + len(line) * dx, y + len(line) * dy) in empty:
                line = [*line, (x + len(line) * dx, y + len(line) * dy)]
                if not beside.isdisjoint(line) and (len(line) > 1 or dx):  # a single cell once, not once a direction
                    lines.append(line)
        return lines

    def random_place(self, longest=LONGEST):
        """One of all legal `place` actions of up to so many tiles, each as likely, or `impossible` if there is none."""
        codes, lines = [code for code in KIND if self.supply[KIND[code]]], self.lines(longest)
        weights = [len(codes) ** len(line) for line in lines]
        while lines:
            line = random.choices(lines, weights)[0]
            act = written("place", {place: random.choice(codes) for place in line})
            try:
                self.loose(act.lower().split()[1:])
                return act
            except Illegal:
                pass  # more of a kind than there are
        return "impossible"

    def legal(self, who):
        """One action (both answers while choosing), as the page has self-play choose: half the time a turn that completes, `impossible` before one turn in ten,
        a solution if there is one."""
        if self.phase == "choosing":
            return ["first dmo", "first ec"]
        if self.phase == "solving":
            laid = completion(self.size, self.tiles, self.supply)
            return [written("solve", laid) if laid else "concede"]
        if random.random() < 0.1:
            return ["impossible"]
        if random.random() < 0.5:
            winning = [laid for laid in completions(self.size, self.tiles, self.supply, LONGEST) if in_line(laid)]
            if winning:
                return [written("place", random.choice(winning))]
        return [self.random_place()]

    @classmethod
    def random_options(cls):
        straight, turn, crossroad = random.choice([triple for triple in product(range(6, 10), range(8, 13), range(3, 6)) if 1 <= 24 - sum(triple) <= 3])
        supply = {"straight": straight, "turn": turn, "crossroad": crossroad, "thunder": 24 - straight - turn - crossroad}
        options = {"columns": random.randint(7, 9), "rows": random.randint(6, 8), "supply": supply, "on_timeout": random.choice(["forfeit", "random"])}
        return options, random.randint(2, 6), random.randint(0, 2), random.randint(1, 2)


if __name__ == "__main__":
    main(ShortCircuit)
