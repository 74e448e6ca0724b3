"""Movements of stock: deliveries come in, sales and losses go out."""

from collections import defaultdict


class OutOfStock(Exception):
    """More was taken than there is."""


class Ledger:
    """Keeps movements by article and knows what is on hand."""

    def __init__(self):
        self._movements = defaultdict(list)

    def deliver(self, article, count):
        if count <= 0:
            raise ValueError(f"a delivery has at least one piece: {count}")
        self._movements[article].append(count)

    def take(self, article, count):
        if count <= 0:
            raise ValueError(f"at least one piece is taken: {count}")
        if count > self.on_hand(article):
            raise OutOfStock(f"{article}: {self.on_hand(article)} on hand, {count} wanted")
        self._movements[article].append(-count)

    def on_hand(self, article):
        return sum(self._movements[article])

    def articles(self):
        return sorted(self._movements)
