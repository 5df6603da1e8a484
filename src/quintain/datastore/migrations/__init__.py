"""The history of the schema; `versions` has one file a step."""
