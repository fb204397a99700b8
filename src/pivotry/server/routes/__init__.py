"""Routes, thin: read a request, ask the lobby, answer with what ``outgoing`` and ``pages`` make.

They are plain functions, which run in worker threads, so a slow one holds up nobody else; only
sockets live in the event loop.
"""
