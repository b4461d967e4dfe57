"""Puts the program into a wheel.

TENGEN_WHEEL_PROGRAM is its path. TENGEN_WHEEL_PLATFORM is the platform tag, or several separated by dots; the default
is this machine's. TENGEN_WHEEL_NOTICES is the program's file of third-party licenses. Without a program the wheel is pure
Python.
"""

import os
import subprocess
import sysconfig
from pathlib import Path
from typing import Any, Dict

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ProgramHook(BuildHookInterface):
    def initialize(self, version: str, build_data: Dict[str, Any]) -> None:
        program = os.environ.get("TENGEN_WHEEL_PROGRAM")
        if not program or version == "editable":
            return
        if not Path(program).is_file():
            raise FileNotFoundError(f"TENGEN_WHEEL_PROGRAM names {program}, which is not a file")
        platform = os.environ.get("TENGEN_WHEEL_PLATFORM") or self._own_platform(program)
        name = "tengen.exe" if platform.startswith("win") else "tengen"
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform}"
        # In the folder of commands: `tengen` also works in a shell, and installers make it executable.
        build_data["shared_scripts"] = {os.path.abspath(program): name}
        if notices := os.environ.get("TENGEN_WHEEL_NOTICES"):
            build_data["extra_metadata"] = {os.path.abspath(notices): "THIRD-PARTY.txt"}

    def _own_platform(self, program: str) -> str:
        """Returns the tag of this machine, for a program that runs here and has the package's version."""
        try:
            said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.split()
        except (OSError, subprocess.CalledProcessError) as error:
            raise RuntimeError(f"{program} does not run here, set its platform in TENGEN_WHEEL_PLATFORM: {error}") from error
        if self.metadata.version not in said:
            raise RuntimeError(f"{program} is '{' '.join(said)}', the package {self.metadata.version}")
        return sysconfig.get_platform().replace("-", "_").replace(".", "_")
