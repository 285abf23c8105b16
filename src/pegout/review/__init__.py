"""What a decision was worth: its options and their values, losses and verdicts, luck."""
