"""The MCP server: two tools and the notes as resources, over stdin and stdout."""
