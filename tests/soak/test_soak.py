"""All doors at work while what they lead to is killed and started again: nothing acknowledged is lost, nothing is broken."""

import os
import secrets

import pytest

from soak import Soak


@pytest.mark.parametrize("nodes", [1, 3], ids=["one_node", "three_nodes"])
def test_everything_acknowledged_is_there_after_random_kills(nodes, capsys):
    seed = os.environ.get("SOAK_SEED") or secrets.token_hex(4)
    with capsys.disabled():
        print(f"\nsoaking {nodes} node(s) with SOAK_SEED={seed}", flush=True)
    soak = Soak(nodes, float(os.environ.get("SOAK_SECONDS") or 60), seed)
    try:
        soak.run()
        soak.check()
        with capsys.disabled():
            print(soak.told(), flush=True)
        faults = soak.ledger.faults
        assert not faults, f"{len(faults)} faults with SOAK_SEED={seed}:\n" + "\n".join(faults[:40])
    finally:
        soak.close()
