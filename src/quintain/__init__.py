"""Quintain: an arena where bots and people play games of hidden information by the same rules."""

__version__ = "0.1.0"
