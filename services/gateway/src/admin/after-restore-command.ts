import type { Command } from "commander";
import { describeLost } from "../restore/describe-lost.ts";
import { findLost } from "../restore/find-lost.ts";
import { readKnownFromMessages } from "../restore/lost-messages.ts";
import { type AdminDeps, WHOLE_TABLES_TIMEOUT_MS, type WithPool } from "./admin-pool.ts";
import { recordByOperator } from "./operator.ts";
import { parseMoment } from "./option-parsers.ts";

interface AfterRestoreOptions {
  readonly from: Date;
  readonly to: Date;
}

/** Changes only the audit log and can be run repeatedly, before and after the services start. */
export function addAfterRestoreCommand(program: Command, deps: AdminDeps, withPool: WithPool): void {
  program
    .command("after-restore")
    .description("list what a restored backup lacks, as far as Kafka still has it; needs KAFKA_BROKERS")
    .requiredOption("--from <time>", "time of the restored state, such as 2026-01-31T12:00:00Z", parseMoment)
    .requiredOption("--to <time>", "time when the services had stopped writing", parseMoment)
    .action(({ from, to }: AfterRestoreOptions) =>
      withPool(
        async ({ pool }) => {
          if (to < from) throw new Error("--to is before --from: swap them");
          if (deps.readStoredMessages === undefined)
            throw new Error("Kafka is not configured: set KAFKA_BROKERS");
          await recordByOperator(pool, "restore.examined");
          const told = await readKnownFromMessages(deps.readStoredMessages, { from, to });
          const lost = await findLost(pool, told, from);
          for (const line of describeLost(lost, { from, to })) deps.print(line);
        },
        { statementTimeoutMs: WHOLE_TABLES_TIMEOUT_MS },
      ),
    );
}
