import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { monitoringFiles } from "./monitoring-files.ts";

const deploy = path.resolve(import.meta.dirname, "../..");

for (const [file, text] of monitoringFiles()) {
  const target = path.join(deploy, file);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, text);
}
