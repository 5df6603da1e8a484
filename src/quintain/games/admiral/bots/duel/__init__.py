"""What the next turns are worth if both boats play them well."""
