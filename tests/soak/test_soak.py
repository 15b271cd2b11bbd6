"""Many clients work while nodes and engines are killed: no acknowledged write is lost and nothing is damaged."""

import os
import secrets

import pytest

from soak import Soak


@pytest.mark.parametrize("nodes", [1, 3], ids=["one_node", "three_nodes"])
def test_no_acknowledged_write_is_lost_by_random_kills(nodes, capsys):
    seed = os.environ.get("SOAK_SEED") or secrets.token_hex(4)
    with capsys.disabled():
        print(f"\nsoak of {nodes} node(s) with SOAK_SEED={seed}", flush=True)
    soak = Soak(nodes, float(os.environ.get("SOAK_SECONDS") or 20), seed)
    try:
        soak.run()
        soak.check()
        with capsys.disabled():
            print(soak.summary(), flush=True)
        faults = soak.ledger.faults
        assert not faults, f"{len(faults)} faults with SOAK_SEED={seed}:\n" + "\n".join(faults[:40])
    finally:
        soak.close()
