import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { checkoutOpenApiDocument, openApiDocument, shareRepeated } from "@receipts/contracts";

/** Programs that use the clients, as integrators would write them. */
export const clientsFolder = path.resolve(import.meta.dirname, "../../../../packages/documentation/clients");

/** Inside the repository, so that generated code finds its packages. */
export const generatedFolder = path.join(clientsFolder, ".generated");

/** Writes the OpenAPI documents to files for generators. */
export function writeDocuments(): { readonly verification: string; readonly checkout: string } {
  mkdirSync(generatedFolder, { recursive: true });
  const write = (name: string, document: object) => {
    const file = path.join(generatedFolder, `${name}.json`);
    writeFileSync(file, JSON.stringify(document));
    return file;
  };
  return {
    verification: write("verification", shareRepeated(openApiDocument("https://receipts.example.et"))),
    checkout: write("checkout", shareRepeated(checkoutOpenApiDocument("https://pay.example.et"))),
  };
}

const execute = promisify(execFile);

/** Runs a program and returns its output; throws an error with all output if it fails. */
export async function run(
  program: string,
  arguments_: readonly string[],
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string | undefined>> } = {},
): Promise<string> {
  try {
    const { stdout } = await execute(program, arguments_, { ...options, maxBuffer: 16 * 1024 * 1024 });
    return stdout;
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout?: string; readonly stderr?: string }; // execFile's error
    throw new Error(`${program} ${arguments_.join(" ")} failed\n${stdout}\n${stderr}`, { cause: error });
  }
}
