import type { Command } from "commander";
import { openKeptFile } from "../receipt-files/keep-file.ts";
import { type AdminDeps, openSecretBox, type WithPool } from "./admin-pool.ts";
import { recordByOperator } from "./operator.ts";
import { saveBytes } from "./save-bytes.ts";

/** Commands for files of requests that are kept, sealed, for the days of FILE_RETENTION_DAYS. */
export function addFileCommands(program: Command, deps: AdminDeps, withPool: WithPool): void {
  const files = program.command("files").description("save kept files of requests");
  files
    .command("save")
    .description("write the file of a request as it was sent to a new file, readable only by its owner")
    .argument("<id>", "ver_…")
    .argument("<file>", "new file, or - for standard output")
    .action((id: string, file: string) =>
      withPool(async ({ pool, environment }) => {
        const bytes = await openKeptFile(pool, await openSecretBox({ pool, environment }), id);
        if (bytes === undefined) throw new Error(`No file of ${id} is kept`);
        await recordByOperator(pool, "file.opened", { subject: id });
        await saveBytes(deps, bytes, { file, advice: "delete it after use" });
      }),
    );
}
