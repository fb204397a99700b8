"""Pivotation: two players swing bars about their ends, stack them and race across the board."""
