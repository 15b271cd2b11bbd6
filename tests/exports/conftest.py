"""Which themes are tested, and their exports, made once for all tests."""

import pytest

import decks
from outputs import Outputs

# One of light plates and soft corners; one that is dark and has other faces, colours and ornaments.
FEW = ["default", "observatory"]


def pytest_addoption(parser):
    parser.addoption("--all-themes", action="store_true", help="test every theme, not two of them")


def pytest_generate_tests(metafunc):
    if "outputs" in metafunc.fixturenames:
        themes = decks.THEMES if metafunc.config.getoption("all_themes") else FEW
        metafunc.parametrize("outputs", themes, indirect=True, scope="session")


@pytest.fixture(scope="session")
def outputs(request, tmp_path_factory):
    return Outputs(request.param, tmp_path_factory.mktemp("exports") / request.param)
