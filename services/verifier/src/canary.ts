import { type BankEnvironment, type ReceiptIdentifiers, readIdentifiers } from "@receipts/banks";
import type { BankCode } from "@receipts/contracts";
import { ConfigurationError } from "@receipts/service-kit";

/** `BANK_CBE_CANARY`: a receipt that the bank is known to have. */
function canaryVariable(bank: BankCode): string {
  return `BANK_${bank.toUpperCase()}_CANARY`;
}

/**
 * What an idle bank is asked for: `reference`, `reference:suffix` or `reference:phone`, as the bank needs it. Undefined
 * when none is set. Throws `ConfigurationError`, which never repeats the value.
 */
export function readCanary(bank: BankCode, env: BankEnvironment): ReceiptIdentifiers | undefined {
  const name = canaryVariable(bank);
  const text = env[name] ?? "";
  if (text === "") return undefined;
  // A link has colons of its own; what follows the last one is a suffix or a phone only when it is digits.
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
  const faults = read?.faults ?? [{ field: "bank", message: "there is no way to ask it" }];
  throw new ConfigurationError(faults.map(({ field, message }) => `${name}: ${field} ${message}`));
}
