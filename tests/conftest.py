"""What holds for all tests."""

from __future__ import annotations

import signal
import threading

if threading.current_thread() is threading.main_thread():
    # A shell starts what runs in the background deaf to Ctrl-C, and programs that tests start
    # would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
