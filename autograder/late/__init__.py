"""Late work: what is late, by how much, and what that costs, as classroom/late.toml and extensions.csv say."""
