"""The value of a decision: its options and their values, losses and verdicts, luck."""
