import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { admissionStatement } from "../../gateway/src/verification/admission-statement.ts";
import type { BenchAccount } from "./bench-accounts.ts";
import { shown } from "./bench-report.ts";
import type { BenchStack } from "./bench-stack.ts";

export const ADMISSIONS_A_STATEMENT = 64;
/** The gateway's number of concurrent admission statements. */
const CLIENTS = 2;
const SECONDS = 5;

/** Measures the gateway's own admission statement in PostgreSQL alone, with `pgbench`. */
export async function measureAdmissionStatement(stack: BenchStack, account: BenchAccount): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "receipts-pgbench-"));
  const script = path.join(folder, "admission.sql");
  writeFileSync(script, `${admissionInSql(account)};\n`);
  try {
    const { stdout } = await promisify(execFile)("pgbench", [
      ...["--no-vacuum", "--protocol=prepared", `--client=${CLIENTS}`, `--time=${SECONDS}`, "--file", script],
      stack.databaseUrl,
    ]);
    const perSecond = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]) * ADMISSIONS_A_STATEMENT;
    return shown.perSecond(perSecond);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      return "pgbench is not installed";
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The statement takes arrays, which pgbench cannot bind, so PostgreSQL builds them. */
export function admissionInSql({ userId, apiKeyId }: BenchAccount): string {
  const array = (value: string, type: string) =>
    `array(select (${value})::${type} from generate_series(1, ${ADMISSIONS_A_STATEMENT}) as n)`;
  const id = "replace(gen_random_uuid()::text, '-', '')";
  const values = [
    array(`'ver_' || ${id}`, "text"),
    array(`'${userId}'`, "text"),
    array(`'${userId}'`, "text"),
    array("n", "int"),
    array(`'${apiKeyId}'`, "text"),
    array("'api'", "text"),
    array("'boa'", "text"),
    array(`upper(left(${id}, 12))`, "text"),
    array("'58203'", "text"),
    array("null", "text"),
    array(`'boa:' || ${id}`, "text"),
    array("null", "text"),
    array("'{}'", "jsonb"),
    array("null", "text"),
    array("'MISS'", "text"),
    array("null", "text"),
    array(`sha256(${id}::bytea)`, "bytea"),
    array(`'req_' || ${id}`, "text"),
    array("'00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'", "text"),
    array(`'ctx_' || ${id}`, "text"),
    array("null", "text"),
    array("null", "text"),
    array("null", "jsonb"),
    array("'verification.requested.boa'", "text"),
    array(id, "text"),
    array(
      `'{"type":"verification.requested","version":1,"padding":"${"x".repeat(200)}","id":"' || ${id} || '"}'`,
      "text",
    ),
    "30",
    "300",
    "2",
    array("0", "int"),
    array("null", "text"),
  ];
  return admissionStatement
    .replaceAll(/--.*$/gm, "")
    .replaceAll(
      /\$(\d+)(?:::\w+\[\])?/g,
      (_match, position: string) => values[Number(position) - 1] ?? "null",
    );
}
