"""`branan-cluster serve`: a queue of tests of engines, played on a Ray cluster and shown on web pages."""
