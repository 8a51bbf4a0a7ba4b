"""What each command takes, does and prints; a module per group."""
