"""Where a submarine can be, by all that was heard of it."""
