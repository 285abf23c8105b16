"""Benchmarks of speed and memory: ``make bench`` writes ``docs/benchmarks.md`` and other pages."""
