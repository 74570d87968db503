"""What the harness had put into the context beside the conversation, and whether it came back after a compaction.

``mentions`` reads what a log tells, one reader an agent; ``ledger`` holds it against every compaction; ``showable``
says which kinds an agent's log can show; ``followed`` what came of the things that were gone.
"""
