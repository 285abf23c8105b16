"""Speed and memory, measured: ``make bench`` writes ``docs/benchmarks.md`` and other pages."""
