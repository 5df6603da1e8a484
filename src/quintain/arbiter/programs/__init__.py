"""Outside programs: processes in any language that play over standard input and output."""
