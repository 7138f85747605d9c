import { globSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { ServiceRole } from "@receipts/database";
import { type SqlStatement, sqlStatementsOf } from "@receipts/testing/sql-statements";

export interface ServiceStatement extends SqlStatement {
  /** Such as `services/verifier/src/service-time.ts:35`. */
  readonly at: string;
  /** The services that run it; empty for the owner, who runs `npm run admin`. */
  readonly runBy: readonly ServiceRole[];
}

interface Rule {
  /** Start of the file's path. */
  readonly in: string;
  /** Start of the statement; default: every statement of the file. */
  readonly statement?: string;
  readonly runBy: readonly ServiceRole[];
}

const owner: readonly ServiceRole[] = [];

/** The first matching rule applies. */
const rules: readonly Rule[] = [
  { in: "packages/outbox/", runBy: ["gateway"] },
  { in: "packages/quarantine/src/quarantined-documents.ts", runBy: owner },
  { in: "packages/quarantine/", runBy: ["verifier"] },
  { in: "packages/verdicts/src/confirmations.ts", runBy: ["gateway"] },
  { in: "packages/verdicts/", runBy: ["gateway", "verifier"] },
  {
    in: "packages/webhooks/src/recovery-repository.ts",
    statement: "with recursive job",
    runBy: ["dispatcher"],
  },
  { in: "packages/webhooks/src/report-deliveries.ts", runBy: ["gateway", "dispatcher"] },
  {
    in: "packages/webhooks/src/signing-secret-store.ts",
    statement: "select ciphertext",
    runBy: ["gateway", "dispatcher"],
  },
  // `npm run admin -- webhook-secret reseal`
  { in: "packages/webhooks/src/signing-secret-store.ts", statement: "select owner_id", runBy: owner },
  {
    in: "packages/webhooks/src/signing-secret-store.ts",
    statement: "update webhook_secrets set",
    runBy: owner,
  },
  { in: "packages/webhooks/", runBy: ["gateway"] },
  { in: "packages/database/", runBy: owner },
  { in: "packages/embedded-postgres/", runBy: owner },
  { in: "packages/testing/", runBy: owner },
  { in: "services/standalone/", runBy: owner },
  { in: "services/gateway/src/accounts/account-list.ts", runBy: owner },
  { in: "services/gateway/src/accounts/account-pages.ts", runBy: owner },
  { in: "services/gateway/src/accounts/erase-", runBy: owner },
  { in: "services/gateway/src/accounts/invitation-repository.ts", statement: "insert", runBy: owner },
  { in: "services/gateway/src/admin/", runBy: owner },
  { in: "services/gateway/src/credits/reconcile-credits.ts", runBy: owner },
  { in: "services/gateway/src/restore/", runBy: owner },
  { in: "services/gateway/", runBy: ["gateway"] },
  { in: "services/verifier/", runBy: ["verifier"] },
  { in: "services/webhook-dispatcher/", runBy: ["dispatcher"] },
];

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const sources = "{services,packages}/*/src/**/*.ts";

/** Returns every SQL statement in the sources. */
export function serviceStatements(): readonly ServiceStatement[] {
  const files = globSync(sources, { cwd: root }).filter((file) => !file.endsWith(".test.ts"));
  return files.sort().flatMap((file) =>
    sqlStatementsOf(path.join(root, file)).map((statement) => {
      const text = statement.parts[0]?.trim() ?? "";
      const rule = rules.find((other) => file.startsWith(other.in) && text.startsWith(other.statement ?? ""));
      if (rule === undefined) throw new Error(`${file} holds SQL: say here which service runs it`);
      return { ...statement, at: `${file}:${statement.line}`, runBy: rule.runBy };
    }),
  );
}

/** Returns true if a text is this statement, with any values in its gaps. */
export function isStatement({ parts }: SqlStatement, text: string): boolean {
  const [first = "", ...others] = parts;
  if (!text.startsWith(first)) return false;
  let from = first.length;
  for (const part of others) {
    const found = text.indexOf(part, from);
    if (found < 0) return false;
    from = found + part.length;
  }
  return from === text.length || parts.at(-1) === "" || text.endsWith(parts.at(-1) ?? "");
}
