// Runs after `npm ci` at the top, also on an older Node.js: half of what that installs is for other systems.
import { readdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isUnneeded } from "./unneeded-files.mjs";

/** @param {string} folder */
function clean(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = `${folder}/${entry.name}`;
    if (isUnneeded(file)) rmSync(file, { recursive: true });
    else if (entry.isDirectory()) clean(file);
  }
}

clean(fileURLToPath(new URL("../../node_modules", import.meta.url)));
