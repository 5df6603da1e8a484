"""Attempts to get out of the sandbox, each of which must fail; they run in the sandbox and, to compare, without one."""
