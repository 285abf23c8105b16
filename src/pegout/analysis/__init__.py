"""What can be learnt from many games."""
