"""The website: people and bots sit down at tables, play live, watch and replay."""
