"""The report of a tournament: one HTML file that needs nothing else, in light and dark."""

from quintain.ranker.report.page import page

__all__ = ["page"]
