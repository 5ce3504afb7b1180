"""A plain reading of Crossfire's page. `crossfire.py play SECONDS`, `crossfire.py check RECORD.json ...`"""

import random
import re
from itertools import combinations

from common import OTHER, SEATS, Match, cell, cell_name, main, need, number

STEP = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
ANOMALIES = ["ambush", "all_pay", "biorhythm", "both_ways", "ships", "shove"]
GOALS = 2


def spaces(words):
    """The spawn spaces of a list like `B1 down`, each with the way that an arrow faces there."""
    pairs = (pair.split() for pair in words.split(", "))
    return {cell(name.lower(), 4, 4): facing for name, facing in pairs}


STANDARD = {"dmo": spaces("B1 down, D2 left, C4 up, A3 right"), "ec": spaces("C1 down, D3 left, B4 up, A2 right")}
SHOVE = {"dmo": spaces("A1 right, A2 right, A3 right, A4 right"), "ec": spaces("D1 left, D2 left, D3 left, D4 left")}


def own(given):
    """The spawn spaces of a host's own, by seat."""
    need(isinstance(given, dict) and set(given) == {"blue", "red"}, "spawns has both colours")
    found, taken = {}, set()
    for seat, colour in (("dmo", "blue"), ("ec", "red")):
        need(type(given[colour]) is list and 1 <= len(given[colour]) <= 8, "one to eight spaces")
        found[seat] = {}
        for text in given[colour]:
            need(type(text) is str and re.fullmatch("[A-D][1-4] (up|down|left|right)", text), f"{text} is no space")
            name, facing = text.split()
            place = cell(name.lower(), 4, 4)
            need(not Arrow(seat, facing, False).ahead(place, -1), f"{text} does not begin at the edge")
            need(place not in taken, f"{name} twice")
            taken.add(place)
            found[seat][place] = facing
    return found


class Arrow:
    def __init__(self, owner, facing, back):
        self.owner, self.facing, self.back = owner, facing, back

    def ahead(self, place, steps=1):
        """The cell so many steps ahead, or None outside of the board."""
        (x, y), (dx, dy) = place, STEP[self.facing]
        x, y = x + steps * dx, y + steps * dy
        return (x, y) if 0 <= x < 4 and 0 <= y < 4 else None


class Crossfire(Match):
    GAME = "crossfire"
    OPTIONS = {"chips": 50, "anomalies": [], "spawns": None, "on_timeout": "drain"}

    def __init__(self, header):
        super().__init__(header)
        chips, named = self.options["chips"], self.options["anomalies"]
        need(type(chips) is int and chips >= 1, "chips")
        need(type(named) is list and all(one in ANOMALIES for one in named) and len(set(named)) == len(named), "anomalies")
        self.anomalies = set(named)
        given = self.options["spawns"]
        self.spaces = own(given) if given is not None else SHOVE if "shove" in named else STANDARD
        self.chips = {seat: chips for seat in SEATS}
        self.round, self.bids, self.won_round, self.lost_last = 1, {}, None, None
        self.arrows, self.spawned, self.goals = {}, {}, {seat: 0 for seat in SEATS}
        self.phase, self.to_act = "bidding", list(SEATS)

    def view(self):
        return {"round": self.round, "chips": self.chips, "bids": self.bids, "won_round": self.won_round, "lost_last": self.lost_last,
                "arrows": {cell_name(*place): vars(arrow) for place, arrow in self.arrows.items()},
                "spawned": {cell_name(*place): count for place, count in self.spawned.items()}, "goals": self.goals}

    def finish(self, winner, reason):
        super().finish(winner, reason)
        self.won_round = None

    def do(self, who, words, by):
        need(who in SEATS, "only the seats play")
        need(by != "dealer", "nothing is drawn here")
        verb, rest = words[0], words[1:]
        if verb == "drain":
            need(by == "clock" and rest == ["1"], "only the clock drains, one chip at a time")
            self.drain(who)
        elif verb == "bid":
            need(self.phase == "bidding" and len(rest) == 1, "no bid is asked for, or not one number")
            self.bids[who] = number(rest[0], 0, self.chips[who])
            self.to_act = [seat for seat in SEATS if seat not in self.bids]
            if not self.to_act:
                self.resolve()
        else:
            need(self.phase == "acting" and who == self.won_round, "no action is asked for")
            places = [cell(word, 4, 4) for word in rest]
            if verb == "spawn":
                self.spawn(who, places)
            else:
                need(verb in ("move", "back") and len(places) == 1, "spawn, move or back")
                self.move(who, places[0], verb)
            self.after_action(who)

    # Bids

    def resolve(self):
        """Both have bid: the higher bid wins and pays, or both pay."""
        biorhythm = "biorhythm" in self.anomalies
        favoured = SEATS[(self.round - 1) % 2] if biorhythm else self.lost_last or "dmo"
        counts = {seat: bid + 2 * (biorhythm and seat == favoured) for seat, bid in self.bids.items()}
        winner = favoured if counts["dmo"] == counts["ec"] else max(SEATS, key=counts.get)
        for payer in SEATS:
            if payer == winner or "all_pay" in self.anomalies:
                self.chips[payer] -= self.bids[payer]
                self.chips[OTHER[payer]] += self.bids[payer]
        self.won_round, self.lost_last = winner, OTHER[winner]
        self.phase, self.to_act = "acting", [winner]
        self.stuck_if_nothing_is_left(winner)

    def stuck_if_nothing_is_left(self, seat):
        if not self.can_spawn(seat) and not self.movable(seat):
            self.finish(OTHER[seat], "stuck")

    def drain(self, seat):
        need(self.chips[seat] > 0, "there is no drain at 0 chips")
        self.chips[seat] -= 1
        if self.phase == "acting":
            self.stuck_if_nothing_is_left(seat)

    # Actions

    def cost(self, place):
        return (2 if "ambush" in self.anomalies else 3) ** self.spawned.get(place, 0)

    def can_spawn(self, seat):
        """The empty spaces whose next spawn the seat can pay."""
        return [place for place in self.spaces[seat] if place not in self.arrows and self.cost(place) <= self.chips[seat]]

    def movable(self, seat):
        """The actions of the seat's arrows."""
        mine = [(place, arrow) for place, arrow in self.arrows.items() if arrow.owner == seat]
        return ([("move", place) for place, _ in mine]
                + [("back", place) for place, arrow in mine if arrow.back and arrow.ahead(place, -1)])

    def spawn(self, seat, places):
        need(len(places) == 1 or places and "ambush" in self.anomalies, "one space")
        need(len(set(places)) == len(places) and all(place in self.spaces[seat] and place not in self.arrows for place in places),
             "different empty spawn spaces of one's own")
        price = sum(self.cost(place) for place in places)
        need(price <= self.chips[seat], "too dear")
        self.chips[seat] -= price
        for place in places:
            self.arrows[place] = Arrow(seat, self.spaces[seat][place], "both_ways" in self.anomalies)
            self.spawned[place] = self.spawned.get(place, 0) + 1

    def move(self, seat, place, verb):
        need((verb, place) in self.movable(seat), f"cannot {verb} from there")
        arrow = self.arrows.pop(place)
        if verb == "back":
            arrow.back = False
            self.arrows[arrow.ahead(place, -1)] = arrow
        else:
            self.arrive(arrow, arrow.ahead(place))

    def arrive(self, arrow, place):
        """An arrow comes to a cell by a move forward; on its last cell it scores."""
        self.arrows.pop(place, None)
        if arrow.ahead(place):
            self.arrows[place] = arrow
        else:
            self.goals[arrow.owner] += 1

    def ships(self, seat):
        """The winner's arrows beside another one of the winner's that faces another way move, all at once; returns whether any did."""
        mine = {place: arrow for place, arrow in self.arrows.items() if arrow.owner == seat}
        moving = {}
        for (x, y), arrow in mine.items():
            beside = (mine.get((x + dx, y + dy)) for dx, dy in STEP.values())
            if any(other and other.facing != arrow.facing for other in beside):
                moving[x, y] = arrow
        for place in moving:
            del self.arrows[place]
        targets = [arrow.ahead(place) for place, arrow in moving.items()]
        for place, arrow in moving.items():
            target = arrow.ahead(place)
            if targets.count(target) > 1 and arrow.ahead(target):  # they meet
                self.arrows.pop(target, None)
            else:
                self.arrive(arrow, target)
        return bool(moving)

    def after_action(self, seat):
        if "ships" in self.anomalies:
            while self.goals[seat] < GOALS and self.ships(seat):
                pass
        if self.goals[seat] >= GOALS:
            self.finish(seat, "goals")
        else:
            self.round, self.bids, self.won_round = self.round + 1, {}, None
            self.phase, self.to_act = "bidding", list(SEATS)

    # The clock and random play

    def clock_may(self, who, words):
        if self.options["on_timeout"] == "forfeit":
            return words == ["forfeit"]
        if self.chips[who] > 0:
            return words == ["drain", "1"]
        return words == ["bid", "0"] if self.phase == "bidding" else words != ["forfeit"]

    def timeout(self, who):
        if self.options["on_timeout"] == "drain" and self.chips[who] > 0:
            return "drain 1"
        return super().timeout(who)

    def legal(self, who):
        if self.phase == "bidding":
            return [f"bid {bid}" for bid in range(self.chips[who] + 1)]
        free = self.can_spawn(who)
        groups = combinations(free, 1)
        if "ambush" in self.anomalies:
            groups = (group for size in range(1, len(free) + 1) for group in combinations(free, size)
                      if sum(map(self.cost, group)) <= self.chips[who])
        return (["spawn " + " ".join(cell_name(*place) for place in group) for group in groups]
                + [f"{verb} {cell_name(*place)}" for verb, place in self.movable(who)])

    @classmethod
    def random_options(cls):
        options = {"chips": random.choice([50, 50, random.randint(1, 60)]), "anomalies": [one for one in ANOMALIES if random.random() < 0.3],
                   "on_timeout": random.choice(["drain", "forfeit"])}
        if random.random() < 0.3:
            edge = [f"{cell_name(x, y)} {facing}" for x in range(4) for y in range(4) for facing in random.sample(list(STEP), 4)
                    if not Arrow("dmo", facing, False).ahead((x, y), -1)]
            chosen = random.sample(list({text[:2]: text for text in edge}.values()), 8)
            options["spawns"] = {"blue": chosen[:random.randint(1, 4)], "red": chosen[4:random.randint(5, 8)]}
        return options, random.randint(2, 6), random.randint(0, 2), random.randint(1, 2)


if __name__ == "__main__":
    main(Crossfire)
