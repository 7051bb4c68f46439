"""What is kept: the schema, the connections, and every SQL statement of the project."""
