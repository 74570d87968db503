"""The agents that are driven, one file each with a class ``AGENT``; its release is a row of ``pins.toml``."""
