// The types of all rooms' views, and of the one that newcomers copy, made from their declarations, for svelte-check: `npm run types`.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter } from "node:path";

const python = process.env.PYTHON ?? [".venv/bin/python", ".venv/Scripts/python.exe"].find(existsSync) ?? "python3";
const done = spawnSync(python, ["-m", "spieltisch.schema", "--types", "tiny_room"], { stdio: "inherit", env: { ...process.env, PYTHONPATH: `src${delimiter}tests`, NUMBA_DISABLE_JIT: "1" } });
if (done.status !== 0) {
  console.error(`The types of the views are made by Python, and ${python} could not: \`make .make/play\` sets it up, PYTHON=… says another.`);
  process.exit(1);
}
