"""Faults planted on purpose, each in a copy of the tree: does the suite notice?

``python -m tests.faults`` plants one fault after another and runs the tests that should suffice; ``--only NAME`` takes
some of them, ``--tests PATH …`` runs other tests, ``--jobs N`` so many at a time, ``--list`` tells what there is. Each
fault names the few files of tests that guard it; tests that do not end are an error, not a catch. A fault is a pattern
and what takes its place (:mod:`tests.faults.catalogue`), so it outlives the moving of files; one whose pattern is no
longer found exactly once is an error, for then nobody knows whether the suite would notice it.
"""
