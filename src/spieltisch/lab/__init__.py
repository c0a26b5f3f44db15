"""The lab: whole games by the million, benchmarks, and what they show."""
