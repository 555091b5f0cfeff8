"""Tests of the integrations, each with its framework."""
