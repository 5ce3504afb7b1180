"""A plain reading of DM Invitational: four couriers a player, sent in secret and at the same time, deliver invites to every house."""

import random

from common import OTHER, SEATS, Match, main, need, number, quote

COURIERS = (1, 2, 3, 4)


def grid_map(names, columns, dealers):
    """Houses row by row on a grid, and a road between neighbours in a row or a column."""
    at = {(index % columns, index // columns): name for index, name in enumerate(names)}
    roads = [[name, at[x + across, y + down]] for (x, y), name in at.items() for across, down in ((1, 0), (0, 1)) if (x + across, y + down) in at]
    return {"houses": [{"name": name, "x": x, "y": y} for (x, y), name in at.items()], "roads": roads, "dealers": dealers}


def default_map(players, dealers):
    """The map of the source's cast of 13 and 2: a grid of 5 by 3 on which the dealers have roads to their diagonal neighbours too."""
    names = players[:6] + dealers[:1] + players[6:7] + dealers[1:] + players[7:]
    the_map = grid_map(names, 5, dealers)
    the_map["roads"] += [[names[place], names[place + step]] for place in (6, 8) for step in (-6, -4, 4, 6)]
    return the_map


class Invitational(Match):
    GAME = "invitational"
    OPTIONS = {"map": ..., "on_timeout": "random"}

    def __init__(self, header):
        super().__init__(header)
        dealers = [name for name, role in self.cast.items() if role == "dealer"]
        others = [name for name, role in self.cast.items() if role != "dealer"]
        need(8 <= len(self.cast) <= 26 and dealers, "a cast of 8 to 26 plays, a dealer among them")
        the_map = self.options["map"]
        if the_map is ...:
            need(len(others) == 13 and len(dealers) == 2, "only a cast of 13 players and 2 dealers has a map of its own")
            the_map = default_map(others, dealers)
        need(isinstance(the_map, dict) and the_map.keys() == {"houses", "roads", "dealers"}, "a map has houses, roads and dealers")
        self.houses = [house["name"] for house in the_map["houses"]]
        need(all(house.keys() == {"name", "x", "y"} and type(house["x"]) in (int, float) and type(house["y"]) in (int, float) for house in the_map["houses"]),
             "a house has a name, x and y")
        need(sorted(self.houses) == sorted(self.cast), "a house for each member of the cast")
        need(sorted(the_map["dealers"]) == sorted(dealers), "the map's dealers are the cast's")
        self.dealers, self.ranked_houses = dealers, sorted(others)
        self.roads = {house: [] for house in self.houses}
        for one, other in the_map["roads"]:
            need(one in self.roads and other in self.roads and one != other and other not in self.roads[one], "no road twice, to itself or to nowhere")
            self.roads[one].append(other)
            self.roads[other].append(one)
        self.phase, self.to_act, self.round = "ranking", list(SEATS), 0
        self.asked = list(SEATS)
        self.ranking = {}
        self.orders = {}  # seat: (courier, house)
        self.letters = {seat: dict.fromkeys(self.houses, 0) for seat in SEATS}
        self.been = {seat: {} for seat in SEATS}  # seat: courier: the houses it has been in, the last one being where it is

    def do(self, who, words, by):
        need(who in self.asked and by != "dealer", f"{who} is not asked")
        verb, *rest = words
        if self.phase == "ranking":
            need(verb == "rank" and rest[1::2] == [">"] * (len(rest) // 2) and len(rest) % 2, "a ranking is asked for")
            houses = [self.name(word) for word in rest[::2]]
            need(sorted(houses) == self.ranked_houses, "a ranking has each house but the dealers' once")
            self.ranking[who] = houses
        else:
            need(verb == ("drop" if self.phase == "dropping" else "send") and len(rest) == 2, "an order is asked for")
            order = number(rest[0], 1, 4), self.name(rest[1])
            if self.phase == "dropping":
                need(order[0] not in self.been[who], "this courier is on the map")
            else:
                need(self.may_send(who, *order), "this courier may not go there")
            self.orders[who] = order
        self.to_act = [seat for seat in self.asked if seat not in (self.ranking if self.phase == "ranking" else self.orders)]
        if not self.to_act:
            self.resolve()

    def may_send(self, who, courier, house):
        been = self.been[who][courier]
        return house in self.roads[been[-1]] and house not in been and not self.is_held(who, been[-1])

    def is_held(self, who, house):
        """Whether the other team's letters hold this team's couriers in a house."""
        return self.letters[OTHER[who]][house] > self.letters[who][house]

    def can_move(self, who):
        return any(house not in been for been in self.been[who].values() if not self.is_held(who, been[-1]) for house in self.roads[been[-1]])

    def resolve(self):
        """What happens when all who were asked have answered."""
        for who, (courier, house) in self.orders.items():
            self.been[who].setdefault(courier, []).append(house)
            self.letters[who][house] += courier
        self.orders = {}
        everywhere = [seat for seat in SEATS if all(self.letters[seat].values())]
        if len(everywhere) == 1:
            return self.finish(everywhere[0], "delivered")
        if everywhere:
            return self.tiebreak()
        if self.round < 4:
            self.phase, self.asked = "dropping", list(SEATS)
        else:
            self.phase, self.asked = "sending", [seat for seat in SEATS if self.can_move(seat)]
            if not self.asked:
                return self.compare_letters()
        self.round += 1
        self.to_act = self.asked

    def compare_letters(self):
        if not self.more("letters", *(sum(self.letters[seat].values()) for seat in SEATS)):
            self.tiebreak()

    def tiebreak(self):
        in_dealers_houses = [sum(self.letters[seat][house] for house in self.dealers) for seat in SEATS]
        by_ranking = [[self.letters[seat][house] for house in self.ranking[seat]] for seat in SEATS]
        if not (self.more("dealers", *in_dealers_houses) or self.more("ranking", *by_ranking) or self.more("garnets", *(self.garnets[seat] for seat in SEATS))):
            self.finish(None, "tie")

    def more(self, reason, dmo, ec):
        """Ends the match for who has more, if one has."""
        if dmo != ec:
            self.finish("dmo" if dmo > ec else "ec", reason)
        return dmo != ec

    def legal(self, who):
        if self.phase == "ranking":
            houses = random.sample(self.ranked_houses, len(self.ranked_houses))
            return ["rank " + " > ".join(map(quote, houses))]
        if self.phase == "dropping":
            return [f"drop {courier} {quote(house)}" for courier in COURIERS if courier not in self.been[who] for house in self.houses]
        return [f"send {courier} {quote(house)}" for courier, been in self.been[who].items() for house in self.roads[been[-1]]
                if self.may_send(who, courier, house)]

    def view(self):
        verb = "drop" if self.round <= 4 else "send"
        return {"round": self.round, "ranking": dict(self.ranking),
                "orders": {seat: f"{verb} {courier} {quote(house)}" for seat, (courier, house) in self.orders.items()},
                "letters": {seat: {house: count for house, count in self.letters[seat].items() if count} for seat in SEATS},
                "couriers": {seat: {str(courier): {"at": been[-1], "been": list(been)} for courier, been in self.been[seat].items()} for seat in SEATS}}

    @classmethod
    def random_options(cls):
        options = {"on_timeout": random.choice(("random", "forfeit"))}
        if random.random() < 0.5:
            players = random.randint(2, 13)
            return options, players, 13 - players, 2
        dealers, eliminated = random.randint(1, 4), random.randint(0, 2)
        return options, random.randint(max(2, 8 - dealers - eliminated), 20), eliminated, dealers

    @classmethod
    def named_options(cls, header):
        names = [member["name"] for member in header["cast"]]
        dealers = [member["name"] for member in header["cast"] if member["role"] == "dealer"]
        return {} if len(names) == 15 and len(dealers) == 2 else {"map": grid_map(random.sample(names, len(names)), random.randint(3, 5), dealers)}


if __name__ == "__main__":
    main(Invitational)
