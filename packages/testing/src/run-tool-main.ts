import { spawnSync } from "node:child_process";
import path from "node:path";
import { installTools, modulesOf, type Tools, toolFolders } from "./tools.ts";

/**
 * Installs tools if this was not done, and runs one of them: `run-tool-main.ts lint biome format`. Without a command it
 * only installs: `run-tool-main.ts monitoring`, or `all`.
 */
const [name = "", command, ...args] = process.argv.slice(2);
const isTools = (text: string): text is Tools => Object.hasOwn(toolFolders, text);
const wanted = name === "all" ? Object.keys(toolFolders).filter(isTools) : [name].filter(isTools);
if (wanted.length === 0)
  throw new Error(`No tools are called "${name}": ${Object.keys(toolFolders).join(", ")}`);
for (const tools of wanted) installTools(tools);
const [tools] = wanted;
if (command !== undefined && tools !== undefined) {
  const file = path.join(modulesOf(tools), ".bin", command);
  process.exitCode = spawnSync(file, args, { stdio: "inherit" }).status ?? 1;
}
