"""Admiral Radar: two submarine crews of four hunt each other blind."""
