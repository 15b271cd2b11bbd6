"""Checks the software bill of materials: it is CycloneDX, and names every package that the binary is made of."""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

ROOT = Path(__file__).resolve().parents[2]


def printed(*command):
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def linked():
    """The crates that Cargo links into the binary, by name and version."""
    tree = printed(
        *("cargo", "tree", "--locked", "--package", "server", "--edges", "normal,no-proc-macro"),
        *("--prefix", "none", "--format", "{p}"),
    )
    crates = set(re.findall(r"^(\S+) v(\S+)", tree, re.MULTILINE))
    locked = set(re.findall(r'name = "(.+)"\nversion = "(.+)"', (ROOT / "Cargo.lock").read_text()))
    assert len(crates) > 100 and crates <= locked, crates - locked
    return {f"cargo:{name}@{version}" for name, version in crates if name != "server"}


def bundled():
    """The npm packages that the web app names as its own."""
    packages = json.loads((ROOT / "web/package-lock.json").read_text())["packages"]
    return {f"npm:{name}@{version}" for name, version in packages[""]["dependencies"].items()}


def main():
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        printed(ROOT / "scripts/sbom", file.name)
        text = Path(file.name).read_text()
        printed(ROOT / "scripts/sbom", file.name)
        assert Path(file.name).read_text() == text, "the same lock files give the same bytes"
    fault = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    if fault:
        sys.exit(f"scripts/sbom writes no CycloneDX: {fault}")
    bill = json.loads(text)
    named = {component["bom-ref"] for component in bill["components"]}
    missing = (linked() | bundled()) - named
    if missing:
        sys.exit(f"scripts/sbom leaves out: {sorted(missing)}")
    from_registries = [component for component in bill["components"] if "purl" in component]
    without_hash = [component["name"] for component in from_registries if "hashes" not in component]
    # Crates in vendor/ have no archive.
    vendored = [folder.name for folder in (ROOT / "vendor").iterdir()]
    assert sorted(without_hash) == sorted(vendored), without_hash
    crates = [component for component in from_registries if component["purl"].startswith("pkg:cargo/")]
    assert all(component.get("licenses") for component in crates), "each crate has a licence"


main()
