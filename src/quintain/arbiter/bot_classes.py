"""Is a Python text a bot's class, rather than a program? It is read, never run."""

import ast
import re

SMALL = 16 * 1024  # letters: the parser lets nothing else of this process run, a tenth of a second for so many
# A class and what it extends, which is not long.
CLASS = re.compile(r"^[ \t]*class[ \t]+\w+[ \t]*\(([^()]{0,400})\)", re.MULTILINE)


def has_bot_class(text: str) -> bool:
    """Does it have a class that extends Bot? Raises what Python's parser does, of texts that are small."""
    return any(base.endswith("Bot") for base in (parsed_bases(text) if len(text) <= SMALL else found_bases(text)))


def parsed_bases(text: str) -> list[str]:
    bases = [base for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ClassDef) for base in node.bases]
    return [str(getattr(base, "attr", getattr(base, "id", ""))) for base in bases]


def found_bases(text: str) -> list[str]:
    """By the look of it: in a long text, the words of a string may be taken for a class."""
    return [base.strip() for bases in CLASS.findall(text) for base in bases.split(",")]
