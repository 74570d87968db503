"""The agents that are driven, one file each, with a class for each variant; its release is a row of ``pins.toml``."""
