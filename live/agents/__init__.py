"""The agents that are driven, one file each with its classes in ``AGENTS``; its release is a row of ``pins.toml``."""
