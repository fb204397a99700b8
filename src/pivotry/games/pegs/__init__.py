"""The peg game: rings of two colours that thread their way down four rows of pegs."""
