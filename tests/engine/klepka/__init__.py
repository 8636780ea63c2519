"""Tests of Klepka."""
