"""Search kernels: plain functions whose open names are filled with one game's rules by ``jit``."""
