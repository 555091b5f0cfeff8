"""What `aana-fastapi` and `aana-mcp` share: a decision with its record, and what an operator says at the start."""
