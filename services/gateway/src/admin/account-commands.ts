import { open } from "node:fs/promises";
import { Writable } from "node:stream";
import { CLOSED_ACCOUNT_DAYS } from "@receipts/contracts";
import type { Pool } from "@receipts/database";
import type { Command } from "commander";
import { eraseAccount } from "../accounts/erase-account.ts";
import { exportAccount } from "../accounts/export-account.ts";
import { type AdminDeps, WHOLE_TABLES_TIMEOUT_MS, type WithPool } from "./admin-pool.ts";
import { thisOperator } from "./operator.ts";
import { requireAccount } from "./option-parsers.ts";

const longStatements = { statementTimeoutMs: WHOLE_TABLES_TIMEOUT_MS };

/** Commands for requests about personal data: export and erasure. */
export function addAccountCommands(program: Command, deps: AdminDeps, withPool: WithPool): void {
  const account = program.command("account").description("export or erase all data of an account");
  account
    .command("export")
    .description("print the data as JSON, without secrets")
    .requiredOption("--user <id or email>", "account to export")
    .option("--out <file>", "write to this new file instead, readable only by its owner")
    .action((options: { user: string; out?: string }) =>
      withPool(async ({ pool }) => {
        const { id } = await requireAccount(pool, options.user);
        const actor = thisOperator();
        if (options.out === undefined) {
          await exportAccount(pool, id, { actor, write: async (line) => void (await deps.print(line)) });
          return;
        }
        await writeFileByLine(options.out, (write) => exportAccount(pool, id, { actor, write }));
        deps.print(`Wrote ${options.out}. It contains personal data: hand it over, then delete it.`);
      }, longStatements),
    );
  account
    .command("erase")
    .description("remove all personal data permanently; the ledger stays without names")
    .requiredOption("--user <id or email>", "account to erase")
    .option("--yes", "confirm: an erasure cannot be undone", false)
    .action((options: { user: string; yes: boolean }) =>
      withPool(async ({ pool }) => {
        const { id, email } = await requireAccount(pool, options.user);
        if (!options.yes) throw new Error(`This erases ${id} (${email}) permanently. Confirm with --yes`);
        await requireOwner(pool);
        const erased = await eraseAccount(pool, id, { actor: thisOperator() });
        if (erased.kind === "unfinished") {
          throw new Error(
            `${id} has ${erased.requests} unfinished requests and ${erased.receipts} unfinished receipts of payers. The account is now disabled, so no more can start. Try again when they have ended`,
          );
        }
        deps.print(`Erased ${id} and the data of its ${erased.requests} requests`);
      }, longStatements),
    );
  addEraseClosed(account, deps, withPool);
}

function addEraseClosed(account: Command, deps: AdminDeps, withPool: WithPool): void {
  account
    .command("erase-closed")
    .description(`erase the accounts that their holders closed ${CLOSED_ACCOUNT_DAYS} days ago; run it daily`)
    .action(() =>
      withPool(async ({ pool }) => {
        await requireOwner(pool);
        const { rows } = await pool.query<{ id: string }>(
          `select id from users
            where closed_at < now() - make_interval(days => $1) and erased_at is null order by closed_at`,
          [CLOSED_ACCOUNT_DAYS],
        );
        let erased = 0;
        for (const { id } of rows) {
          const { kind } = await eraseAccount(pool, id, { actor: thisOperator() });
          if (kind === "erased") erased += 1;
          else deps.print(`${id} has unfinished requests or receipts: the next run tries again`);
        }
        deps.print(`Erased ${erased} of ${rows.length} accounts`);
      }, longStatements),
    );
}

/** The services' role cannot delete from the audit log, so a stolen role cannot either. */
async function requireOwner(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ may: boolean }>(
    "select has_table_privilege('audit_details', 'delete') as may",
  );
  if (rows[0]?.may !== true) {
    throw new Error("Erasure needs the DATABASE_URL of the schema's owner, not that of the services' role");
  }
}

/** Never overwrites a file. An unfinished file stays for its owner to inspect. */
async function writeFileByLine(
  file: string,
  use: (write: (line: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  const opened = await open(file, "wx", 0o600);
  const stream = Writable.toWeb(opened.createWriteStream()).getWriter();
  try {
    await use((line) => stream.write(`${line}\n`));
  } catch (error) {
    await stream.abort(error).catch(() => undefined);
    throw error;
  }
  await stream.close();
}
