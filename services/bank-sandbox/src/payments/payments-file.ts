import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { dirname } from "node:path";
import { type BankCode, bankCodeSchema } from "@receipts/contracts";
import { z } from "zod";
import type { Payment } from "./payment.ts";

interface FiledPayment {
  readonly bank: BankCode;
  readonly payment: Payment;
}

export interface PaymentsFile {
  readonly payments: readonly FiledPayment[];
  append(filed: FiledPayment): Promise<void>;
}

/** JSON has no bigint: santim are text in the file. */
const santim = z.string().regex(/^\d+$/).transform(BigInt);
const party = { name: z.string(), account: z.string() };

const lineSchema = z.object({
  bank: bankCodeSchema,
  payment: z.object({
    reference: z.string(),
    shareToken: z.string().exactOptional(),
    type: z.string().exactOptional(),
    status: z.enum(["completed", "reversed"]),
    amount: santim,
    charges: z.object({ service: santim, vat: santim, levy: santim }),
    paidAt: z.iso.datetime().transform((text) => new Date(text)),
    bookedAt: z.iso
      .datetime()
      .transform((text) => new Date(text))
      .exactOptional(),
    sender: z.object(party),
    receiver: z.object({ ...party, bankName: z.string().exactOptional() }),
  }),
});

/** One payment per line. Opening drops lines beyond the newest `limit`, and a last line torn by a crash. */
export function openPaymentsFile(file: string, limit: number): PaymentsFile {
  mkdirSync(dirname(file), { recursive: true });
  const content = existsSync(file) ? readFileSync(file, "utf8") : "";
  const payments = content.split("\n").flatMap(readLine).slice(-limit);
  writeFileSync(`${file}.new`, payments.map(writeLine).join(""), { mode: 0o600 });
  renameSync(`${file}.new`, file);

  let written = Promise.resolve();
  return {
    payments,
    append(filed) {
      const appended = written.then(() => appendFile(file, writeLine(filed)));
      // The next line must not wait for ever behind a line that could not be written.
      written = appended.catch(() => undefined);
      return appended;
    },
  };
}

function readLine(line: string): FiledPayment[] {
  try {
    const parsed = lineSchema.safeParse(JSON.parse(line));
    return parsed.success ? [parsed.data] : [];
  } catch {
    return [];
  }
}

function writeLine(filed: FiledPayment): string {
  return `${JSON.stringify(filed, (_key, value) => (typeof value === "bigint" ? String(value) : value))}\n`;
}
