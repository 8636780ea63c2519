"""How work is ordered, paced and retried: lanes, shard readers, send priorities, leases, the retry policy.

Nothing here knows games or messages. ``docs/decisions/0041-one-list-and-one-bucket-a-person.md`` says who is served
how, and why.
"""
