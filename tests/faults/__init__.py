"""Faults planted on purpose, each in place of a function: does the suite notice?

``python -m tests.faults`` plants one fault after another in a process of its own and runs the test that has to fail;
names limit it to those. Each stands for a promise of ``docs/reliability.md``, ``docs/fairness.md`` or
``docs/privacy.md``. ``tools/simulator`` has ten more for whole bots.
"""
