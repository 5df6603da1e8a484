"""Bots that people send: archives that nobody trusts, unpacked, built and checked in the sandbox."""
