import type { BankCode } from "@receipts/contracts";
import { awashBank } from "./awash/awash-bank.ts";
import { boaBank } from "./boa/boa-bank.ts";
import { cbeBank } from "./cbe/cbe-bank.ts";
import { cbebirrBank } from "./cbebirr/cbebirr-bank.ts";
import { dashenBank } from "./dashen/dashen-bank.ts";
import { kaafiebirrBank } from "./kaafiebirr/kaafiebirr-bank.ts";
import { mpesaBank } from "./mpesa/mpesa-bank.ts";
import type { BankSamples, SandboxBank } from "./sandbox-bank.ts";
import { siinqeeBank } from "./siinqee/siinqee-bank.ts";
import { telebirrBank } from "./telebirr/telebirr-bank.ts";

/** Every bank that the sandbox plays. Where several share a path, the first one answers a reference of no known shape. */
const registry = {
  telebirr: telebirrBank,
  cbe: cbeBank,
  boa: boaBank,
  mpesa: mpesaBank,
  cbebirr: cbebirrBank,
  dashen: dashenBank,
  awash: awashBank,
  siinqee: siinqeeBank,
  kaafiebirr: kaafiebirrBank,
} as const satisfies Partial<Record<BankCode, SandboxBank>>;

export type SandboxBankCode = keyof typeof registry;

export const sandboxBanks: readonly SandboxBank[] = Object.values(registry);

/** For each bank, identifiers that give each outcome. */
export const sampleReferences = Object.fromEntries(
  sandboxBanks.map(({ code, samples }) => [code, samples]),
) as Readonly<Record<SandboxBankCode, BankSamples>>; // Object.fromEntries forgets the keys
