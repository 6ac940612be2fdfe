"""Broken rules of Targi."""

from typing import Final

from tests.mutants.mutant import Mutant

MUTANTS: Final = (
    Mutant("TARGI-1", "targi/rules/state.py", "purse = [2, 2, 2, 1, 4]", "purse = [2, 2, 2, 1, 3]"),
    Mutant("TARGI-2", "targi/rules/state.py", "return self.slot % 2 == 0", "return self.slot % 2 == 1"),
    Mutant(
        "TARGI-2",
        "targi/rules/state.py",
        "[count for _, count, _ in GOODS_CARDS],",
        "[1 for _ in GOODS_CARDS],",
    ),
    Mutant("TARGI-3", "targi/rules/state.py", "return STARTER + rng.randrange(2)", "return STARTER"),
    Mutant("TARGI-3", "targi/rules/state.py", "if not random_starter:", "if True:"),
    Mutant(
        "TARGI-4",
        "targi/rules/turns.py",
        "self.robber += 1\n        self.note(NOTE_ROBBER, NO_SEAT, self.robber, self.round(), 0)\n        if",
        "self.robber += 2\n        self.note(NOTE_ROBBER, NO_SEAT, self.robber, self.round(), 0)\n        if",
    ),
    Mutant(
        "TARGI-5", "targi/rules/turns.py", "if self.to_place(other) > 0:", "if self.to_place(self.seat) == 0:"
    ),
    Mutant(
        "TARGI-5",
        "targi/rules/turns.py",
        "self.seat = self.amulet\n        self.phase = PLACE",
        "self.seat = 0\n        self.phase = PLACE",
    ),
    Mutant(
        "TARGI-6", "targi/rules/border.py", "targis[FACING[card]] == 1 - seat", "targis[FACING[card]] == seat"
    ),
    Mutant("TARGI-6", "targi/rules/border.py", "if robber == card:", "if False:"),
    Mutant("TARGI-6", "targi/rules/border.py", "if FACING[card] == 0:", "if False:"),
    Mutant("TARGI-6", "targi/rules/border.py", "if targis[card] != NO_SEAT:", "if targis[card] == 1 - seat:"),
    Mutant("TARGI-7", "targi/rules/border.py", "columns |= BIT[COLUMN[card]]", "rows |= BIT[COLUMN[card]]"),
    Mutant(
        "TARGI-7",
        "targi/rules/border.py",
        "if rows & BIT[slot // 3] and columns",
        "if rows & BIT[slot // 3] or columns",
    ),
    Mutant(
        "TARGI-7",
        "targi/rules/turns.py",
        "for seat in (self.amulet, 1 - self.amulet):",
        "for seat in (self.amulet,):",
    ),
    Mutant("TARGI-8", "targi/rules/turns.py", "self.begin_turn(1 - self.seat)", "self.begin_turn(self.seat)"),
    Mutant("TARGI-8", "targi/rules/turns.py", "self.begin_turn(self.amulet)", "self.begin_turn(0)"),
    Mutant("TARGI-8", "targi/rules/actions.py", "return len(smith_payments(board)) > 0", "return True"),
    Mutant("TARGI-8:Fata Morgana", "targi/rules/actions.py", "return len(mirages(board)) > 0", "return True"),
    Mutant(
        "TARGI-8",
        "targi/rules/state.py",
        "return append(found, DONE) if self.amount == 1 else found",
        "return found",
    ),
    Mutant(
        "TARGI-8:circle", "targi/rules/actions.py", "enough and not brings_back(board, give, get)", "enough"
    ),
    Mutant(
        "TARGI-8:circle",
        "targi/rules/actions.py",
        "restored = board.goods_held() - UNIT[give] + UNIT[get]",
        "restored = board.goods_held() + UNIT[give] - UNIT[get]",
    ),
    Mutant(
        "TARGI-8:circle",
        "targi/rules/actions.py",
        "any(earlier == restored for earlier in board.held)",
        "board.held[len(board.held) - 1] == restored",
    ),
    Mutant(
        "TARGI-8:circle",
        "targi/rules/actions.py",
        "append(board.held, board.goods_held()) if price == 1 else vec[i64]()",
        "append(board.held, board.goods_held())",
    ),
    Mutant(
        "TARGI-8:circle", "targi/rules/turns.py", "            self.held = vec[i64]()\n", "            pass\n"
    ),
    Mutant("TARGI-9", "targi/rules/actions.py", "    board.targis[card] = NO_SEAT\n", ""),
    Mutant(
        "TARGI-9",
        "targi/rules/turns.py",
        "            if self.targis[card] == seat:\n                self.targis[card] = NO_SEAT\n",
        "",
    ),
    Mutant(
        "TARGI-9",
        "targi/rules/turns.py",
        "            if self.markers[slot] == seat:\n                self.markers[slot] = NO_SEAT\n",
        "",
    ),
    Mutant(
        "TARGI-10", "targi/rules/board.py", "self.centre[slot] = DOWN_TRIBE", "self.centre[slot] = DOWN_GOODS"
    ),
    Mutant(
        "TARGI-10", "targi/rules/board.py", "self.centre[slot] = DOWN_GOODS", "self.centre[slot] = DOWN_TRIBE"
    ),
    Mutant("TARGI-10", "targi/rules/board.py", "self.goods_gone[used - GOODS_CARD] += 1", "pass"),
    Mutant("TARGI-11", "targi/rules/state.py", "return append(found, DISCARD)", "return found"),
    Mutant("TARGI-12", "targi/rules/cards.py", '("1G", 3, (0, 0, 0, 1, 0))', '("1G", 3, (0, 0, 0, 0, 1))'),
    Mutant("TARGI-12", "targi/rules/actions.py", "if kind == CHOICE:", "if False:"),
    Mutant(
        "TARGI-12",
        "targi/rules/bundles.py",
        "bundle += GIVES[goods_card * KINDS + kind] * UNIT[kind]",
        "bundle = bundle or GIVES[goods_card * KINDS + kind] * UNIT[kind]",
    ),
    Mutant(
        "TARGI-13", "targi/rules/board.py", "self.goods[kind] = self.goods_gone[kind]", "self.goods[kind] = 0"
    ),
    Mutant(
        "TARGI-13",
        "targi/rules/board.py",
        "elif self.where[card] == DISCARDED:\n                self.where[card] = DECK",
        "elif self.where[card] == DISCARDED:\n                pass",
    ),
    Mutant("TARGI-13", "targi/rules/board.py", "            self.goods_gone[kind] = 0\n", ""),
    Mutant("TARGI-13", "targi/rules/board.py", "        self.age(DOWN_TRIBE, EARLIER_TRIBE)\n", ""),
    Mutant("TARGI-14", "targi/rules/turns.py", "        self.amulet = 1 - self.amulet\n", ""),
    Mutant(
        "TARGI-14",
        "targi/rules/turns.py",
        "self.slot = -1\n            self.phase = TURN_UP",
        "self.slot = 0\n            self.phase = TURN_UP",
    ),
    Mutant(
        "TARGI-15",
        "targi/rules/laying.py",
        "board.source != FROM_NOBLE and board.hands[board.seat] == NO_CARD",
        "board.source != FROM_NOBLE",
    ),
    Mutant("TARGI-15", "targi/rules/laying.py", "    board.hands[seat] = board.card\n", ""),
    Mutant("TARGI-15", "targi/rules/laying.py", "    board.discard(board.card)\n", ""),
    Mutant(
        "TARGI-16",
        "targi/rules/laying.py",
        "if board.source == FROM_NOBLE and board.fresh == 1:",
        "if False:",
    ),
    Mutant("TARGI-16", "targi/rules/turns.py", "        self.fresh = 0\n", ""),
    Mutant(
        "TARGI-16",
        "targi/rules/laying.py",
        "    elif board.source != FROM_EXPANSION:\n        board.hands[board.seat] = NO_CARD\n",
        "    elif board.source != FROM_EXPANSION:\n",
    ),
    Mutant("TARGI-17", "targi/rules/payments.py", "board.laid(seat) < PLACES and ", ""),
    Mutant(
        "TARGI-17",
        "targi/rules/laying.py",
        "if board.filled(seat, row) < ROW_LENGTH:",
        "if board.filled(seat, row) < ROW_LENGTH and row < 2:",
    ),
    Mutant(
        "TARGI-17",
        "targi/rules/laying.py",
        "place = row * ROW_LENGTH + board.filled(seat, row)",
        "place = row * ROW_LENGTH + ROW_LENGTH - 1 - board.filled(seat, row)",
    ),
    Mutant("TARGI-18", "targi/rules/laying.py", "    bonus_goods(board)\n", ""),
    Mutant(
        "TARGI-18",
        "targi/rules/board.py",
        "return self.where[card] == CAMP + seat",
        "return self.where[card] == CAMP + seat and self.card != card and self.seat != seat",
    ),
    Mutant("TARGI-19", "targi/rules/payments.py", " - discount(board, seat, card, source)", ""),
    Mutant("TARGI-19", "targi/rules/payments.py", "if board.has(seat, DISCOUNT[SYMBOL[card]]):", "if False:"),
    Mutant(
        "TARGI-19",
        "targi/rules/payments.py",
        "if source == FROM_NOBLE and board.has(seat, NOBLE_DISCOUNT):",
        "if board.has(seat, NOBLE_DISCOUNT):",
    ),
    Mutant(
        "TARGI-19",
        "targi/rules/payments.py",
        "if source == FROM_NOBLE and board.has(seat, NOBLE_DISCOUNT):",
        "if False:",
    ),
    Mutant("TARGI-19", "targi/rules/payments.py", "left if left > 0 else 0", "left"),
    Mutant("TARGI-19", "targi/rules/payments.py", "if ALTERNATIVE[card] == 1:", "if False:"),
    Mutant(
        "TARGI-19",
        "targi/refusals.py",
        "return one_of(spoken(price) for price in prices(state, state.seat, card, source))",
        "return spoken(prices(state, state.seat, card, source)[0])",
    ),
    Mutant(
        "TARGI-20",
        "targi/rules/payments.py",
        "return surcharged(found) if source == FROM_HAND else found",
        "return found",
    ),
    Mutant("TARGI-20", "targi/rules/payments.py", "while good < GOODS:", "while good < 1:"),
    Mutant("TARGI-20", "targi/rules/payments.py", "i64 = 1 if source == FROM_HAND else 0", "i64 = 0"),
    Mutant(
        "TARGI-20",
        "targi/rules/actions.py",
        "card != NO_CARD and board.has(seat, WITHOUT_NOBLE) and",
        "card != NO_CARD and",
    ),
    Mutant(
        "TARGI-20",
        "targi/rules/turns.py",
        "self.card = self.hands[self.seat]\n            self.source = FROM_HAND",
        "self.card = self.hands[self.seat]\n            self.source = FROM_NOBLE",
    ),
    Mutant(
        "TARGI-21",
        "targi/rules/turns.py",
        "if self.got == 0 and self.has(seat, CONSOLATION):",
        "if self.has(seat, CONSOLATION):",
    ),
    Mutant("TARGI-21", "targi/rules/advantages.py", " and not board.rewarded & BIT[good]", ""),
    Mutant("TARGI-21", "targi/rules/advantages.py", "if board.got & BIT[good] and", "if"),
    Mutant(
        "TARGI-21",
        "targi/rules/actions.py",
        "            board.got |= BIT[good]\n",
        "            board.got = BIT[good]\n",
    ),
    Mutant("TARGI-21", "targi/rules/actions.py", "if board.source != FROM_ADVANTAGE:", "if True:"),
    Mutant(
        "TARGI-21",
        "targi/rules/actions.py",
        "    board.gain(board.seat, gift(kind))\n    count_goods(board, gift(kind))",
        "    board.gain(board.seat, gift(kind))",
    ),
    Mutant(
        "TARGI-22:card 44",
        "targi/rules/advantages.py",
        "board.fewer_next = 1 - board.seat",
        "board.fewer_next = board.seat",
    ),
    Mutant(
        "TARGI-22:card 37",
        "targi/rules/advantages.py",
        "board.laid(board.seat) // 2)",
        "(board.laid(board.seat) - 1) // 2)",
    ),
    Mutant(
        "TARGI-22:card 37",
        "targi/rules/advantages.py",
        "board.laid(board.seat) // 2)",
        "(board.laid(board.seat) + 1) // 2)",
    ),
    Mutant(
        "TARGI-22:card 42",
        "targi/rules/advantages.py",
        "(PLACES - board.laid(board.seat)) // 2",
        "(PLACES - board.laid(board.seat) + 1) // 2",
    ),
    Mutant(
        "TARGI-22:card 42",
        "targi/rules/advantages.py",
        "(PLACES - board.laid(board.seat)) // 2",
        "(PLACES - board.laid(board.seat)) // 3",
    ),
    Mutant("TARGI-22:card 43", "targi/rules/state.py", "return append(found, SKIP)", "return found"),
    Mutant(
        "TARGI-22:card 43",
        "targi/rules/state.py",
        "other = one + 1\n            while other < PLACES:",
        "other = one + 1\n            while other < one + 2:",
    ),
    Mutant("TARGI-22:card 43", "targi/rules/turns.py", "self.camps[first + other] = moved", "pass"),
    Mutant(
        "TARGI-22:card 43",
        "targi/rules/turns.py",
        "            self.camps[first + one] = self.camps[first + other]\n",
        "",
    ),
    Mutant(
        "TARGI-22:card 44", "targi/rules/turns.py", "TARGIS - 1 if self.fewer == seat else TARGIS", "TARGIS"
    ),
    Mutant("TARGI-22:card 44", "targi/rules/turns.py", "        self.fewer_next = NO_SEAT\n", ""),
    Mutant(
        "TARGI-22:card 44",
        "targi/rules/turns.py",
        "self.fewer = self.fewer_next",
        "self.fewer = 0 if self.fewer_next != NO_SEAT else NO_SEAT",
    ),
    Mutant(
        "TARGI-22:card 32",
        "targi/rules/board.py",
        "0 if self.has(seat, BESIDE_ROBBER) else self.robber",
        "self.robber",
    ),
    Mutant(
        "TARGI-22:card 32", "targi/rules/board.py", "0 if self.has(seat, BESIDE_ROBBER) else self.robber", "0"
    ),
    Mutant(
        "TARGI-22:card 32",
        "targi/rules/board.py",
        "return obstacle(self.targis, robber, seat, card)",
        "return obstacle(self.targis, robber, seat, card) if robber != 0 or card != self.robber else 0",
    ),
    Mutant(
        "TARGI-22:card 40",
        "targi/rules/payments.py",
        "if board.coins[seat] > 0 and part(price, GOLD) > 0:",
        "if False:",
    ),
    Mutant(
        "TARGI-22:card 40",
        "targi/rules/payments.py",
        "if board.coins[seat] > 0 and part(price, GOLD) > 0:",
        "if board.coins[seat] > 0 and COST[4 * card + GOLD] > 0:",
    ),
    Mutant(
        "TARGI-22:card 40",
        "targi/rules/payments.py",
        "        if board.can_pay(seat, price):\n            found",
        "        if board.can_pay(seat, price) and board.coins[seat] == 0:\n            found",
    ),
    Mutant(
        "TARGI-22:card 40", "targi/rules/board.py", "        self.coins[seat] -= part(bundle, COIN)\n", ""
    ),
    Mutant(
        "TARGI-22:card 40",
        "targi/rules/board.py",
        "gold = self.purses[seat * KINDS + GOLD]",
        "gold = self.purses[seat * KINDS + GOLD] + self.coins[seat]",
    ),
    Mutant(
        "TARGI-22:card 40",
        "targi/rules/raids.py",
        "elif board.owns(seat, GOLD) >= RAID_GOLD[raid]:",
        "elif board.owns(seat, GOLD) + board.coins[seat] >= RAID_GOLD[raid]:",
    ),
    Mutant(
        "TARGI-22:card 40",
        "targi/rules/actions.py",
        "if board.owns(board.seat, kind) >= count:",
        "if board.owns(board.seat, kind) + (board.coins[board.seat] if kind == GOLD else 0) >= count:",
    ),
    Mutant(
        "TARGI-22:card 40",
        "targi/rules/scoring.py",
        "board.owns(seat, GOLD)) * 1024",
        "board.owns(seat, GOLD) + board.coins[seat]) * 1024",
    ),
    Mutant(
        "TARGI-22:card 40",
        "targi/rules/advantages.py",
        "board.coins[board.seat] = 1",
        "board.gain(board.seat, UNIT[GOLD])",
    ),
    Mutant(
        "TARGI-22:card 39",
        "targi/rules/actions.py",
        "if give != get and exchange_price(board, get) == 1 and board.owns(board.seat, give) >= 2:",
        "if give != get and exchange_price(board, get) == 3 and board.owns(board.seat, give) >= 2:",
    ),
    Mutant(
        "TARGI-22:card 39",
        "targi/rules/actions.py",
        "price = 2 if exchange >= TWO_FOR_ONE else exchange_price(board, get)",
        "price = exchange_price(board, get)",
    ),
    Mutant(
        "TARGI-22:card 39",
        "targi/rules/actions.py",
        "return 1 if board.has(board.seat, FREE_TRADE) else 2",
        "return 2",
    ),
    Mutant(
        "TARGI-22:card 37",
        "targi/rules/advantages.py",
        "board.laid(board.seat) // 2)",
        "board.laid(board.seat) // 3)",
    ),
    Mutant(
        "TARGI-22:card 44",
        "targi/rules/turns.py",
        "        self.fewer_next = NO_SEAT\n",
        "        self.fewer_next = self.fewer\n",
    ),
    Mutant(
        "TARGI-23",
        "targi/rules/laying.py",
        "secret: i64 = 1 if board.source == FROM_EXPANSION else 0",
        "secret: i64 = 0",
    ),
    Mutant(
        "TARGI-23",
        "targi/rules/turns.py",
        "                self.secrets[seat] = 1\n",
        "                self.secrets[seat] = 0\n",
    ),
    Mutant(
        "TARGI-23",
        "targi/views.py",
        "counted = any(state.secrets[other] == 2 for other in hidden)",
        "counted = False",
    ),
    Mutant(
        "TARGI-23",
        "targi/rules/state.py",
        "if other == card or self.where[other] == DECK or self.where[other] == deck:",
        "if other == card or self.where[other] == deck:",
    ),
    Mutant(
        "TARGI-24",
        "targi/rules/cards.py",
        "RAID_GOODS: Final = vec[i64]([1, 2, 3, 0])",
        "RAID_GOODS: Final = vec[i64]([1, 1, 3, 0])",
    ),
    Mutant(
        "TARGI-24",
        "targi/rules/raids.py",
        "board.seat = board.amulet\n    return demand",
        "board.seat = 0\n    return demand",
    ),
    Mutant(
        "TARGI-24", "targi/rules/raids.py", "elif board.owns(seat, GOLD) >= RAID_GOLD[raid]:", "elif False:"
    ),
    Mutant(
        "TARGI-24",
        "targi/rules/turns.py",
        "        self.robber += 1\n        self.note(NOTE_ROBBER, NO_SEAT, self.robber, self.round(), 0)\n        self.begin_placing()",
        "        self.begin_placing()",
    ),
    Mutant(
        "TARGI-24",
        "targi/rules/raids.py",
        "if board.owns(seat, CROSSES) >= RAID_CROSSES[raid]:",
        "if len(found) == 0 and board.owns(seat, CROSSES) >= RAID_CROSSES[raid]:",
    ),
    Mutant(
        "TARGI-25", "targi/rules/raids.py", "board.gain(1 - board.seat, due", "board.gain(board.seat, due"
    ),
    Mutant("TARGI-25", "targi/rules/raids.py", "due = RAID_CROSSES[raid_number(board)]", "due: i64 = 1"),
    Mutant(
        "TARGI-26",
        "targi/rules/raids.py",
        "if board.has(seat, SPARED):",
        "if board.has(seat, SPARED) and board.robber < 16:",
    ),
    Mutant(
        "TARGI-26",
        "targi/rules/raids.py",
        "board.note(NOTE_RAID_SPARED, seat, SPARED, 0, 0)\n            reward(board, seat)",
        "board.note(NOTE_RAID_SPARED, seat, SPARED, 0, 0)",
    ),
    Mutant(
        "TARGI-26",
        "targi/rules/raids.py",
        "    due = RAID_CROSSES",
        "    reward(board, board.seat)\n    due = RAID_CROSSES",
    ),
    Mutant(
        "TARGI-26",
        "targi/rules/raids.py",
        "board.note(NOTE_RAID_PAID, board.seat, tribute, 0, 0)\n    reward(board, board.seat)",
        "board.note(NOTE_RAID_PAID, board.seat, tribute, 0, 0)",
    ),
    Mutant("TARGI-27", "targi/rules/turns.py", "GOODS_LIMIT: Final = 10", "GOODS_LIMIT: Final = 11"),
    Mutant("TARGI-27", "targi/rules/board.py", "gold - 3 if gold > 3 else 0", "gold - 4 if gold > 4 else 0"),
    Mutant(
        "TARGI-27",
        "targi/rules/turns.py",
        "self.amount = self.goods_of(seat) - GOODS_LIMIT",
        "self.amount = self.goods_of(seat) - GOODS_LIMIT + 1",
    ),
    Mutant(
        "TARGI-27",
        "targi/rules/bundles.py",
        "MOST: Final = vec[i64]([31, 31, 31, 127, 7, 1])",
        "MOST: Final = vec[i64]([31, 31, 31, 3, 7, 1])",
    ),
    Mutant(
        "TARGI-28",
        "targi/rules/turns.py",
        "elif self.laid(0) == PLACES or self.laid(1) == PLACES:",
        "elif self.laid(1) == PLACES:",
    ),
    Mutant(
        "TARGI-28",
        "targi/rules/turns.py",
        "if self.second == 0:",
        "if self.second == 0 and self.laid(self.seat) < PLACES:",
    ),
    Mutant(
        "TARGI-28",
        "targi/rules/turns.py",
        "elif self.laid(0) == PLACES or self.laid(1) == PLACES:",
        "elif self.laid(0) == PLACES:",
    ),
    Mutant("TARGI-29", "targi/rules/turns.py", "LAST_CORNER: Final = 16", "LAST_CORNER: Final = 12"),
    Mutant(
        "TARGI-29",
        "targi/rules/turns.py",
        "        if self.robber == LAST_CORNER:\n            self.finish_game()\n            return\n        self.robber",
        "        self.robber",
    ),
    Mutant(
        "TARGI-30",
        "targi/rules/advantages.py",
        "    if kinds == 1:\n        return 4",
        "    if kinds == 1:\n        return 3",
    ),
    Mutant(
        "TARGI-30",
        "targi/rules/advantages.py",
        "return 2 if kinds == ROW_LENGTH else 0",
        "return 2 if kinds > 1 else 0",
    ),
    Mutant("TARGI-30", "targi/rules/advantages.py", "2 * (rows if rows < 2 else 2)", "2 * rows"),
    Mutant("TARGI-30", "targi/rules/advantages.py", "board.laid(seat) >= 10", "board.laid(seat) > 10"),
    Mutant(
        "TARGI-30",
        "targi/rules/advantages.py",
        "board.laid(seat) > board.laid(1 - seat)",
        "board.laid(seat) >= board.laid(1 - seat)",
    ),
    Mutant(
        "TARGI-30", "targi/rules/advantages.py", "+ ROW_LENGTH - 1] == card:", "+ ROW_LENGTH - 2] == card:"
    ),
    Mutant("TARGI-30", "targi/rules/advantages.py", "[PAIRED[card]] // 2", "[PAIRED[card]] // 3"),
    Mutant(
        "TARGI-31", "targi/rules/scoring.py", "board.owns(seat, GOLD)) * 1024", "board.goods_of(seat)) * 1024"
    ),
    Mutant("TARGI-31", "targi/rules/scoring.py", "* 1024 + board.goods_of(seat)", "* 1024"),
    Mutant(
        "TARGI-31",
        "targi/rules/state.py",
        "if own == theirs:\n            return 0.5",
        "if own == theirs:\n            return 1.0",
    ),
    Mutant("TARGI-32", "targi/rules/scoring.py", "total += row_value(board, seat, row)", "total += 1"),
)
