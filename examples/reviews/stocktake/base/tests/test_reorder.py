import pytest

from stocktake import Ledger, suggest_orders
from stocktake.reorder import Policy


@pytest.fixture
def ledger():
    ledger = Ledger()
    ledger.deliver("bolt", 12)
    ledger.deliver("washer", 80)
    return ledger


def test_orders_whole_packs(ledger):
    assert suggest_orders(ledger, {"bolt": Policy(minimum=20, target=50, pack_size=10)}) == {"bolt": 4}


def test_orders_nothing_above_the_minimum(ledger):
    assert suggest_orders(ledger, {"washer": Policy(minimum=50, target=100, pack_size=25)}) == {}


def test_refuses_a_target_below_the_minimum():
    with pytest.raises(ValueError, match="below the minimum"):
        Policy(minimum=10, target=5)
