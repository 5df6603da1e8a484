"""The radio operator, and what he reports."""
