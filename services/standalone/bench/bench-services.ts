import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { selfSignedCertificate } from "../../../packages/testing/src/self-signed-certificate.ts";
import { type BenchProcess, startBenchProcess } from "./bench-process.ts";
import { type BenchStack, verifiersHaveJoined } from "./bench-stack.ts";

type Environment = Readonly<Record<string, string>>;

const ready = /^Ready: \S+(?: on port (\d+))?$/m;

/** Lifts our limits: a benchmark measures the processes' capacity. */
const unlimited: Environment = {
  RATE_LIMIT_PER_MINUTE: "1000000",
  ACCOUNT_RATE_LIMIT_PER_MINUTE: "1000000",
  QUEUE_CAPACITY: "10000000",
  QUEUE_SHARE: "1",
  REQUEST_DEADLINE_MS: "3600000",
  PUBLISH_TIMEOUT_MS: "10000",
};

export async function startGateway(
  stack: BenchStack,
  { inspect, env }: { readonly inspect?: boolean | undefined; readonly env?: Environment } = {},
): Promise<BenchProcess> {
  return await startBenchProcess("services/gateway/src/main.ts", {
    env: { ...stack.env, ...unlimited, PORT: "0", ...env },
    ready,
    inspect,
  });
}

export interface VerifierOptions {
  readonly bank: Pick<BenchBank, "code" | "env">;
  readonly processes?: number;
  readonly env?: Environment;
  readonly inspect?: boolean;
}

export interface Verifiers extends AsyncDisposable {
  readonly processes: readonly BenchProcess[];
}

/** Starts verifiers; returns when each has its share of the topic. */
export async function startVerifiers(stack: BenchStack, options: VerifierOptions): Promise<Verifiers> {
  await using opened = new AsyncDisposableStack();
  const { bank, inspect, processes: count = 1 } = options;
  const env = { ...stack.env, BANK: bank.code, METRICS_PORT: "0", ...bank.env, ...options.env };
  const processes: BenchProcess[] = [];
  while (processes.length < count) {
    const start = { env, ready, inspect };
    processes.push(opened.use(await startBenchProcess("services/verifier/src/main.ts", start)));
  }
  await verifiersHaveJoined(stack, { bank: bank.code, count });
  const closers = opened.move();
  return { processes, [Symbol.asyncDispose]: () => closers.disposeAsync() };
}

export async function startDispatcher(stack: BenchStack): Promise<BenchProcess> {
  return await startBenchProcess("services/webhook-dispatcher/src/main.ts", {
    env: { ...stack.env, METRICS_PORT: "0" },
    ready,
  });
}

/** A bank of a benchmark, and the settings that point a service to it. */
export interface BenchBank extends BenchProcess {
  readonly code: "boa" | "telebirr";
  readonly url: string;
  /** For a process that queries it. */
  readonly env: Environment;
  readonly referenceStart: string;
  /** The last digits of the account that its receipts pay to. */
  readonly account: string;
}

/** Starts boa's bank: a kilobyte of JSON over plain HTTP. */
export async function startBank(env: Environment = {}): Promise<BenchBank> {
  return await startBankOf("boa", env);
}

const realPage = path.join(
  process.env["RECEIPTS_DIR"] ?? path.join(import.meta.dirname, "../../../../shared/receipts"),
  "telebirr/person-to-person.html",
);

/**
 * Starts a bank with telebirr's real page over TLS and a new certificate. Undefined without the page, which is never
 * committed.
 */
export async function startPageBank(env: Environment = {}): Promise<BenchBank | undefined> {
  if (!existsSync(realPage)) return undefined;
  const { key, cert } = selfSignedCertificate("localhost");
  const bank = await startBankOf("telebirr", { BANK_PAGE: realPage, BANK_KEY: key, BANK_CERT: cert, ...env });
  const caFile = path.join(mkdtempSync(path.join(os.tmpdir(), "receipts-bench-ca-")), "ca.pem");
  writeFileSync(caFile, cert);
  const url = bank.url.replace("http://127.0.0.1", "https://localhost");
  return { ...bank, url, env: { BANK_TELEBIRR_BASE_URL: url, NODE_EXTRA_CA_CERTS: caFile } };
}

async function startBankOf(code: BenchBank["code"], env: Environment): Promise<BenchBank> {
  const file = "services/standalone/bench/bench-bank-main.ts";
  const bank = await startBenchProcess(file, { env, ready: /^port (.+)$/m });
  const [port = "", referenceStart = "", account = ""] = bank.readyText.split(" ");
  const url = `http://127.0.0.1:${port}`;
  return {
    ...bank,
    ...{ code, url, referenceStart, account },
    env: { [`BANK_${code.toUpperCase()}_BASE_URL`]: url },
  };
}

export async function startBareHandler(): Promise<BenchProcess & { url: string }> {
  const bare = await startBenchProcess("services/standalone/bench/bare-handler-main.ts");
  return { ...bare, url: `http://127.0.0.1:${bare.readyText}` };
}

export const urlOf = ({ readyText: response }: BenchProcess) => `http://127.0.0.1:${response}`;
