"""The playground in Chromium, as a person uses it."""
