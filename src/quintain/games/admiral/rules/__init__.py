"""The rules of Admiral Radar, compiled: one file a chapter of RULES.md."""
