import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { admissionStatement, queuedColumns } from "../../gateway/src/verification/admission-statement.ts";
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
  const given: Readonly<Record<string, string>> = {
    id: `'ver_' || ${id}`,
    user_id: `'${userId}'`,
    payer_id: `'${userId}'`,
    place: "n",
    api_key_id: `'${apiKeyId}'`,
    source: "'api'",
    bank: "'boa'",
    reference: `upper(left(${id}, 12))`,
    suffix: "'58203'",
    receipt_key: `'boa:' || ${id}`,
    expect: "'{}'",
    cache_status: "'MISS'",
    fingerprint: `sha256(${id}::bytea)`,
    http_request_id: `'req_' || ${id}`,
    traceparent: "'00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'",
    credit_transaction_id: `'ctx_' || ${id}`,
    recheck_minutes: "0",
    topic: "'verification.requested.boa'",
    message_key: id,
    message_value: `'{"type":"verification.requested","version":1,"padding":"${"x".repeat(200)}","id":"' || ${id} || '"}'`,
  };
  const columns = Object.entries(queuedColumns).map(([name, [type]]) => array(given[name] ?? "null", type));
  const values = [...columns, "30", "300", "2"];
  return admissionStatement
    .replaceAll(/--.*$/gm, "")
    .replaceAll(
      /\$(\d+)(?:::\w+\[\])?/g,
      (_match, position: string) => values[Number(position) - 1] ?? "null",
    );
}
