import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { checkoutOpenApiDocument, openApiDocument } from "@receipts/contracts";

/** Programs that use the clients, as integrators would write them. */
export const clientsFolder = path.resolve(import.meta.dirname, "../../../../packages/documentation/clients");

/** In the repository, so that what is generated finds the packages of the repository. */
export const generatedFolder = path.join(clientsFolder, ".generated");

/** The documents as files, for generators. */
export function writeDocuments(): { readonly verification: string; readonly checkout: string } {
  mkdirSync(generatedFolder, { recursive: true });
  const write = (name: string, document: object) => {
    const file = path.join(generatedFolder, `${name}.json`);
    writeFileSync(file, JSON.stringify(document));
    return file;
  };
  return {
    verification: write("verification", openApiDocument("https://receipts.example.et")),
    checkout: write("checkout", checkoutOpenApiDocument("https://pay.example.et")),
  };
}

const execute = promisify(execFile);

/** What it printed; a program that fails is a fault that shows all of it. */
export async function run(
  program: string,
  arguments_: readonly string[],
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string | undefined>> } = {},
): Promise<string> {
  try {
    const { stdout } = await execute(program, arguments_, { ...options, maxBuffer: 16 * 1024 * 1024 });
    return stdout;
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout?: string; readonly stderr?: string }; // of execFile
    throw new Error(`${program} ${arguments_.join(" ")} failed\n${stdout}\n${stderr}`, { cause: error });
  }
}
