"""The peg game: thread rings from peg to peg until three of your colour lie in the goal row."""
