"""The software bill of materials of a program, as CycloneDX 1.5 JSON."""

import json
import time
import uuid
from typing import Sequence

from arena.release.crates import Crate

NAME = "tengen"


def text(crates: Sequence[Crate], version: str, triple: str, seconds: int) -> str:
    """The program and its crates, at the time `seconds` after 1970. The same program has the same serial number."""
    program = {
        "type": "application",
        "bom-ref": f"pkg:cargo/{NAME}@{version}",
        "name": NAME,
        "version": version,
        "licenses": [{"expression": "MIT"}],
        "purl": f"pkg:cargo/{NAME}@{version}",
        "properties": [{"name": "cargo:target", "value": triple}],
    }
    components = [_component(crate) for crate in crates]
    told = json.dumps([program, components], sort_keys=True)
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": uuid.uuid5(uuid.NAMESPACE_URL, told).urn,
        "version": 1,
        "metadata": {
            "timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds)),
            "component": program,
        },
        "components": components,
    }
    return json.dumps(bill, indent=2) + "\n"


def _component(crate: Crate) -> "dict[str, object]":
    return {
        "type": "library",
        "bom-ref": crate.purl,
        "name": crate.name,
        "version": crate.version,
        "scope": "required",
        "hashes": [{"alg": "SHA-256", "content": crate.sha256}],
        "licenses": [{"expression": crate.license}],
        "purl": crate.purl,
    }
