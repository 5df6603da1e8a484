"""The routes of the website, one file a subject."""
