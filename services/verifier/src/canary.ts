import { type BankEnvironment, type ReceiptIdentifiers, readIdentifiers } from "@receipts/banks";
import type { BankCode } from "@receipts/contracts";
import { ConfigurationError } from "@receipts/service-kit";

/** Setting that names a receipt known to the bank, such as `BANK_CBE_CANARY`. */
function canaryVariable(bank: BankCode): string {
  return `BANK_${bank.toUpperCase()}_CANARY`;
}

/**
 * Reads the receipt that an idle bank is queried for: `reference`, `reference:suffix` or `reference:phone`, as the bank
 * needs it. Returns undefined if none is set. Throws `ConfigurationError`, which never repeats the value.
 */
export function readCanary(bank: BankCode, env: BankEnvironment): ReceiptIdentifiers | undefined {
  const name = canaryVariable(bank);
  const text = env[name] ?? "";
  if (text === "") return undefined;
  // A link contains colons too: only digits after the last colon are a suffix or a phone.
  const parts = /^(?<reference>.+):(?<digits>\+?\d{4,15})$/s.exec(text)?.groups;
  const read = readIdentifiers(
    bank,
    env,
  )?.({
    reference: parts?.["reference"] ?? text,
    suffix: parts?.["digits"],
    phone: parts?.["digits"],
  });
  if (read?.kind === "valid") return read.identifiers;
  const faults = read?.faults ?? [{ field: "bank", message: "cannot be queried" }];
  throw new ConfigurationError(faults.map(({ field, message }) => `${name}: ${field} ${message}`));
}
