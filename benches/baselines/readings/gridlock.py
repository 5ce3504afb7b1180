"""A plain reading of Gridlock: both players steer one Guard over a looped grid and score the safe players whose hiding places it enters."""

import random

from common import OTHER, Match, cell, cell_name, main, need

AXES = {"left": ("horizontal", -1, 0), "right": ("horizontal", 1, 0), "up": ("vertical", 0, -1), "down": ("vertical", 0, 1)}


class Gridlock(Match):
    GAME = "gridlock"
    OPTIONS = {"size": 5, "target": ..., "start_tile": "white", "missing": "absent", "reveal": "names", "on_timeout": "random"}

    def __init__(self, header):
        super().__init__(header)
        options = self.options
        if options["target"] is ...:
            options["target"] = len(self.safe) // 2 + 1
        need(type(options["size"]) is int and options["size"] in (3, 5, 7, 9), "size is odd, 3 to 9")
        need(type(options["target"]) is int and options["target"] >= 1, "target is a whole number from 1")
        need(options["start_tile"] in ("white", "yellow", "random"), "start_tile")
        need(options["missing"] in ("absent", "random"), "missing")
        need(options["reveal"] in ("names", "count"), "reveal")
        self.size, self.target = options["size"], options["target"]
        self.middle = self.guard = (self.size // 2, self.size // 2)
        self.tiles = [["w"] * self.size for _ in range(self.size)]
        self.paint_middle(options["start_tile"])
        self.hidden, self.score = {}, {"dmo": 0, "ec": 0}
        self.first = self.horizontal = None
        self.phase = "hiding"

    def paint_middle(self, colour):
        column, row = self.middle
        self.tiles[row][column] = "y" if colour == "yellow" else "w"

    def missing(self):
        return [name for name in self.safe if name not in self.hidden]

    def host_act(self, words):
        if words != ["begin"]:
            return super().host_act(words)
        need(self.phase == "hiding", "the match has begun")
        need(self.options["missing"] == "absent" or not self.missing(), "somebody has no hiding place yet")
        self.phase, self.to_act = "choosing", ["dmo"]

    def do(self, who, words, by):
        if words[0] == "hide" and len(words) == 2:
            return self.hide(who, words[1], by)
        if by == "dealer":
            return self.start(who, words)
        need(who in self.to_act, f"{who} is not to act")
        if self.phase == "choosing":
            need(words[0] == "choose" and len(words) == 2, "a choice is asked for")
            self.choose(who, words[1])
        else:
            need(len(words) == 1, "a direction is asked for")
            self.move(who, words[0])

    def hide(self, who, word, by):
        need(self.phase == "hiding" and who in self.safe, "only safe players hide, before the match begins")
        need(by != "dealer" or (self.options["missing"] == "random" and who not in self.hidden), "the dealer hides only who is missing")
        place = cell(word, self.size, self.size)
        need(place != self.middle, "nobody hides on the middle tile")
        self.hidden[who] = place

    def start(self, who, words):
        need(self.phase == "choosing" and not self.to_act and who == "dealer", "no draw is waited for")
        need(words in (["start", "white"], ["start", "yellow"]), "white or yellow")
        self.paint_middle(words[1])
        self.ask(self.first)

    def choose(self, who, word):
        need(word in self.choices(), f"no choice now: {word}")
        if word in ("first", "second"):
            self.first = who if word == "first" else OTHER[who]
        else:
            self.horizontal = who if word == "horizontal" else OTHER[who]
        if who == "dmo":
            self.to_act = ["ec"]
        elif self.options["start_tile"] == "random":
            self.to_act = []
        else:
            self.ask(self.first)

    def choices(self):
        return ([] if self.first else ["first", "second"]) + ([] if self.horizontal else ["horizontal", "vertical"])

    def target_of(self, direction):
        _, across, down = AXES[direction]
        return (self.guard[0] + across) % self.size, (self.guard[1] + down) % self.size

    def directions(self, who):
        """The directions in which a player may move, red tiles being closed."""
        axis = "horizontal" if self.horizontal == who else "vertical"
        ways = []
        for direction, (its_axis, _, _) in AXES.items():
            column, row = self.target_of(direction)
            if its_axis == axis and self.tiles[row][column] != "r":
                ways.append(direction)
        return ways

    def move(self, who, direction):
        need(direction in self.directions(who), f"the Guard cannot go {direction}")
        self.guard = column, row = self.target_of(direction)
        if self.tiles[row][column] == "w":
            self.tiles[row][column] = "y"
            self.score[who] += sum(place == self.guard for place in self.hidden.values())
        else:
            self.tiles[row][column] = "r"
        if self.score[who] >= self.target:
            self.finish(who, "points")
        else:
            self.ask(OTHER[who])

    def ask(self, who):
        """Opens a player's turn, which loses at once if both ways are red."""
        self.phase, self.to_act = "moving", [who]
        if not self.directions(who):
            self.finish(OTHER[who], "gridlocked")

    def legal(self, who):
        return [f"choose {word}" for word in self.choices()] if self.phase == "choosing" else self.directions(who)

    def next_entry(self):
        if self.phase == "hiding":
            missing = self.missing()
            if missing and random.random() < 0.9:
                return random.choice(missing), None, self.some_place()
            if missing and self.options["missing"] == "random":
                return "dealer", missing[0], self.some_place()
            return "host", None, "begin"
        if not self.to_act:
            return "dealer", None, random.choice(("start white", "start yellow"))
        return super().next_entry()

    def some_place(self):
        place = self.middle
        while place == self.middle:
            place = random.randrange(self.size), random.randrange(self.size)
        return f"hide {cell_name(*place)}"

    def view(self):
        return {"size": self.size, "guard": cell_name(*self.guard), "tiles": ["".join(row) for row in self.tiles],
                "hidden": {name: cell_name(*place) for name, place in self.hidden.items()}, "first": self.first, "horizontal": self.horizontal,
                "score": dict(self.score), "target": self.target}

    @classmethod
    def random_options(cls):
        safe = random.randint(0, 12)
        options = {"size": random.choice((3, 5, 7, 9)), "start_tile": random.choice(("white", "yellow", "random")),
                   "missing": random.choice(("absent", "random")), "reveal": random.choice(("names", "count")),
                   "on_timeout": random.choice(("random", "forfeit")), "target": random.randint(1, safe + 1)}
        return options, safe + 2, random.randint(0, 4), random.randint(0, 2)


if __name__ == "__main__":
    main(Gridlock)
