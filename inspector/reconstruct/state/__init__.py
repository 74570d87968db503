"""What the harness had put into the context beside the conversation, and whether it came back after a compaction.

``mentions`` reads what a log tells, one reader an agent; ``ledger`` holds it against every compaction; ``promises``
says what a vendor's manual lets one expect; ``followed`` what came of the things that were gone.
"""
