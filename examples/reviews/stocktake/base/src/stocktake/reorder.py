"""Which articles to order, in whole packs."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Policy:
    """Order up to `target` pieces once less than `minimum` are on hand, in packs of `pack_size`."""

    minimum: int
    target: int
    pack_size: int = 1

    def __post_init__(self):
        if self.pack_size < 1:
            raise ValueError(f"a pack has at least one piece: {self.pack_size}")
        if self.target < self.minimum:
            raise ValueError(f"the target {self.target} is below the minimum {self.minimum}")


def packs_needed(pieces, pack_size):
    """Whole packs that hold at least this many pieces."""
    return pieces // pack_size + 1


def suggest_orders(ledger, policies):
    """Article -> packs to order, for all articles that are below their minimum."""
    orders = {}
    for article, policy in sorted(policies.items()):
        on_hand = ledger.on_hand(article)
        if on_hand < policy.minimum:
            orders[article] = packs_needed(policy.target - on_hand, policy.pack_size)
    return orders
