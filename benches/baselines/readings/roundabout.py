"""A plain reading of Roundabout: everybody's cars on eight roundabouts, and three of them to bring home to one's party."""

import random

from common import OTHER, SEATS, Match, main, need, number, quote

SMALL = {
    "inner": (10, 13, 19, 21, 18, 12),
    "north": (1, 3, 8, 10, 7, 2),
    "northeast": (5, 9, 14, 16, 13, 8),
    "southeast": (16, 20, 25, 27, 24, 19),
    "south": (21, 24, 29, 30, 28, 23),
    "southwest": (15, 18, 23, 26, 22, 17),
    "northwest": (4, 7, 12, 15, 11, 6),
}
OUTER = {"tips": (1, 9, 25, 30, 22, 6), "rim": (1, 3, 5, 9, 14, 20, 25, 27, 29, 30, 28, 26, 22, 17, 11, 6, 4, 2)}


class Board:
    """The roundabouts of a match: their spaces, the step from each space, and those through each space."""

    def __init__(self, outer):
        self.roundabouts = {"outer": OUTER[outer], **SMALL}
        self.clockwise = {name: {spaces[place - 1]: spaces[place] for place in range(len(spaces))} for name, spaces in self.roundabouts.items()}
        self.counterclockwise = {name: {there: here for here, there in steps.items()} for name, steps in self.clockwise.items()}
        self.through = {space: [name for name, spaces in self.roundabouts.items() if space in spaces] for space in range(1, 31)}


BOARDS = {outer: Board(outer) for outer in OUTER}


class Roundabout(Match):
    GAME = "roundabout"
    OPTIONS = {"entourages": ..., "outer": "tips", "max_turns": None, "on_timeout": "random"}

    def __init__(self, header):
        super().__init__(header)
        need(6 <= len(self.cast) <= 22, "a cast of 6 to 22 plays")
        self.max_turns = self.options["max_turns"]
        need(self.max_turns is None or (type(self.max_turns) is int and self.max_turns >= 1), "max_turns is at least 1")
        outer = self.options["outer"]
        need(isinstance(outer, str) and outer in OUTER, "outer is tips or rim")
        self.board = BOARDS[outer]
        self.entourages = self.options["entourages"]
        need(isinstance(self.entourages, dict) and self.entourages.keys() == set(SEATS), "a record has the entourages")
        members = [name for seat in SEATS for name in self.entourages[seat]]
        need(all(len(self.entourages[seat]) == 3 and self.seats[seat] in self.entourages[seat] for seat in SEATS), "three each, one's own car among them")
        need(len(set(members)) == 6 and all(name in self.cast for name in members), "six different members of the cast")
        self.host_of = {name: seat for seat in SEATS for name in self.entourages[seat]}
        self.unplaced = list(self.cast)
        self.first, self.party = None, dict.fromkeys(SEATS)
        self.cars, self.at, self.home = {}, {}, []  # car: space, space: car, and who is home
        self.hand, self.played = {seat: [1, 2, 3, 4, 5] for seat in SEATS}, {seat: [] for seat in SEATS}
        self.fined = dict.fromkeys(SEATS, False)
        self.stop, self.yields, self.yield_used = dict.fromkeys(SEATS), dict.fromkeys(SEATS), dict.fromkeys(SEATS, 0)
        self.clear_turn()
        self.phase, self.to_act = "choosing", ["dmo"]

    def do(self, who, words, by):
        need(who in self.to_act and by != "dealer", f"{who} is not to act")
        match self.phase, words:
            case "choosing", ["first", ("dmo" | "ec") as seat]:
                self.first = seat
                self.phase, self.to_act = "parties", [seat]
            case "parties", ["party", space]:
                self.set_party(who, number(space, 1, 30))
            case "placing", ["place", car, space]:
                self.place(who, self.name(car), number(space, 1, 30))
            case "card", ["card", card]:
                self.play_card(who, number(card, 1, 5))
            case "driving", ["drive", car, roundabout]:
                self.drive(self.name(car), roundabout)
            case "driving", ["stop", car]:
                car = self.name(car)
                need(self.card == 1 and not self.sign and car in self.cars, "no stop sign there now")
                self.stop[who] = self.sign = car
            case "driving", ["yield", roundabout]:
                need(self.card == 3 and not self.sign and roundabout in self.board.roundabouts, "no yield sign there now")
                self.yields[who] = self.sign = roundabout
            case "driving", ["end"]:
                self.end_turn(who)
            case _:
                need(False, f"{' '.join(words)} is no action of the phase {self.phase}")

    def clock_may(self, who, words):
        return super().clock_may(who, words) and (self.phase != "driving" or words in (["end"], ["forfeit"]))

    def set_party(self, who, space):
        need(space not in self.party.values(), "the parties are on two spaces")
        self.party[OTHER[who]] = space
        self.to_act = [OTHER[who]]
        if who != self.first:
            self.phase = "placing"

    def may_place(self, who, car):
        return self.host_of.get(car) != who

    def place(self, who, car, space):
        need(car in self.unplaced and self.may_place(who, car) and space not in self.at, "this car cannot be placed there")
        self.unplaced.remove(car)
        self.arrive(car, space)
        if self.result:
            return
        if not self.unplaced:
            self.open_turn(OTHER[self.first])
        elif any(self.may_place(OTHER[who], car) for car in self.unplaced):
            self.to_act = [OTHER[who]]

    def arrive(self, car, space):
        """Puts a car on a space, or takes it home if its party is there."""
        host = self.host_of.get(car)
        if host and self.party[host] == space:
            self.home.append(car)
            if all(member in self.home for member in self.entourages[host]):
                self.finish(host, "home")
        else:
            self.cars[car], self.at[space] = space, car

    def open_turn(self, who):
        """Opens a player's turn, or the other's if this one is skipped for speeding."""
        self.stop[who] = self.yields[who] = None
        self.yield_used[who] = 0
        if self.fined[who]:
            self.fined[who] = False
            return self.open_turn(OTHER[who])
        self.hand[who] = self.hand[who] or [1, 2, 3, 4, 5]
        self.phase, self.to_act = "card", [who]

    def clear_turn(self):
        self.card, self.moves, self.sign = None, [], None

    def play_card(self, who, card):
        need(card in self.hand[who], "this card is not in the hand")
        self.hand[who].remove(card)
        self.played[who].append(card)
        self.fined[who] = sum(self.played[who][-3:]) >= 11
        self.phase, self.card = "driving", card

    def way(self, car, roundabout):
        """The space that a car would move to, or None if it may not."""
        here = self.cars.get(car)
        steps = (self.board.counterclockwise if self.card == 2 else self.board.clockwise).get(roundabout, {})
        there = steps.get(here)
        movers = {mover for mover, _ in self.moves}
        allowed = (there and there not in self.at and not self.sign and len(self.moves) < self.card and car not in self.stop.values()
                   and not (self.card == 4 and len(movers) == 2 and car not in movers) and not (self.card == 5 and roundabout in ("inner", "outer"))
                   and not any(self.yields[seat] == roundabout and self.yield_used[seat] for seat in SEATS))
        return there if allowed else None

    def drive(self, car, roundabout):
        there = self.way(car, roundabout)
        need(there, "this is not possible")
        del self.at[self.cars.pop(car)]
        self.moves.append([car, roundabout])
        for seat in SEATS:
            self.yield_used[seat] += self.yields[seat] == roundabout
        self.arrive(car, there)

    def end_turn(self, who):
        self.clear_turn()
        if len(self.played["dmo"]) + len(self.played["ec"]) == self.max_turns:
            self.finish(None, "turns")
        else:
            self.open_turn(OTHER[who])

    def legal(self, who):
        match self.phase:
            case "choosing":
                return ["first dmo", "first ec"]
            case "parties":
                return [f"party {space}" for space in self.board.through if space not in self.party.values()]
            case "placing":
                free = [space for space in self.board.through if space not in self.at]
                return [f"place {quote(car)} {space}" for car in self.unplaced if self.may_place(who, car) for space in free]
            case "card":
                return [f"card {card}" for card in self.hand[who]]
        drives = [f"drive {quote(car)} {name}" for car, space in self.cars.items() for name in self.board.through[space] if self.way(car, name)]
        signs = []
        if not self.sign:
            signs = [f"stop {quote(car)}" for car in self.cars] if self.card == 1 else [f"yield {name}" for name in self.board.roundabouts] if self.card == 3 else []
        return drives + signs + ["end"]

    def timeout(self, who):
        return "end" if self.phase == "driving" and self.options["on_timeout"] == "random" else super().timeout(who)

    def view(self):
        return {"first": self.first, "party": dict(self.party), "entourages": self.entourages, "cars": dict(self.cars), "home": list(self.home),
                "hand": {seat: list(self.hand[seat]) for seat in SEATS}, "played": {seat: list(self.played[seat]) for seat in SEATS},
                "fined": dict(self.fined), "stop": dict(self.stop), "yield": dict(self.yields), "yield_used": dict(self.yield_used),
                "turn": {"card": self.card, "moves": list(self.moves), "sign": self.sign} if self.phase == "driving" else None}

    @classmethod
    def random_options(cls):
        options = {"max_turns": random.choice((None, random.randint(1, 100))), "on_timeout": random.choice(("random", "forfeit")),
                   "outer": random.choice(tuple(OUTER))}
        return options, random.randint(2, 16), random.randint(2, 4), 2

    @classmethod
    def named_options(cls, header):
        dmo, ec = header["seats"]["dmo"], header["seats"]["ec"]
        others = random.sample([member["name"] for member in header["cast"] if member["name"] not in (dmo, ec)], 4)
        return {"entourages": {"dmo": [dmo, *others[:2]], "ec": [ec, *others[2:]]}}


if __name__ == "__main__":
    main(Roundabout)
