import pytest

from stocktake import Ledger
from stocktake.ledger import OutOfStock


def test_adds_up_movements():
    ledger = Ledger()
    ledger.deliver("bolt", 40)
    ledger.take("bolt", 15)
    assert ledger.on_hand("bolt") == 25


def test_knows_nothing_of_other_articles():
    assert Ledger().on_hand("nut") == 0


def test_refuses_to_take_more_than_there_is():
    ledger = Ledger()
    ledger.deliver("bolt", 3)
    with pytest.raises(OutOfStock, match="3 on hand, 4 wanted"):
        ledger.take("bolt", 4)


@pytest.mark.parametrize("count", [0, -2])
def test_refuses_empty_movements(count):
    with pytest.raises(ValueError):
        Ledger().deliver("bolt", count)
