"""Chooses the themes that are tested, and exports each of them once for all tests."""

import pytest

import decks
from outputs import Outputs

# A light theme, and a dark one with other fonts, colours and ornaments.
TWO_THEMES = ["default", "observatory"]


def pytest_addoption(parser):
    parser.addoption("--all-themes", action="store_true", help="test every theme instead of two")


def pytest_generate_tests(metafunc):
    if "outputs" in metafunc.fixturenames:
        themes = decks.THEMES if metafunc.config.getoption("all_themes") else TWO_THEMES
        metafunc.parametrize("outputs", themes, indirect=True, scope="session")


@pytest.fixture(scope="session")
def outputs(request, tmp_path_factory):
    return Outputs(request.param, tmp_path_factory.mktemp("exports") / request.param)
