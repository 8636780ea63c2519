"""Tests of Duplicate."""
