"""Worker processes: where the bots of live tables think, so that none of them can hold up or end the server.

    server ──── zygote ──── worker, worker, …

The zygote has imported the games and loaded their kernels, and does nothing but fork workers: one costs
milliseconds, and shares its memory. A worker hosts bots and runs their errands one after the other. The pool, in the
server, decides who thinks where and in which order, and ends workers whose bots hang.
"""
