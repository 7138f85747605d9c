import { writeFile } from "node:fs/promises";
import { generatedFiles } from "./chart-files.ts";

for (const [file, text] of generatedFiles()) await writeFile(file, text);
