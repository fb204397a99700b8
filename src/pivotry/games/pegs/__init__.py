"""The peg game: rings thread their way to the goal row."""
