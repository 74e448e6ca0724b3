"""What is on the shelf, and what to order."""

from .ledger import Ledger
from .reorder import suggest_orders

__all__ = ["Ledger", "suggest_orders"]
