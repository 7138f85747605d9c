import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { selfSignedCertificate } from "@receipts/testing";
import { loadBankAdapter } from "../src/adapters.ts";
import { fixture } from "../test/fixture.ts";
import { startLocalBank } from "../test/local-bank.ts";
import { applicationData, type ConnectHandler, refuseWith, startLocalProxy } from "../test/local-proxy.ts";
import { markdownTable, report } from "./bench-report.ts";

/**
 * Compares telebirr through one working relay with telebirr through three: one refuses, one hangs after the handshake,
 * and one works. Both alternate in one run, and each block starts without knowledge of its relays.
 */
const REQUESTS = 600;
const AT_A_TIME = 6;
const BLOCKS = 8;
/** From a verifier abroad to the relay and back. */
const ROUND_TRIP_MS = 80;
const QUICKEST_RESPONSE_MS = 120;
const SLOWEST_RESPONSE_MS = 300;

const page = fixture("telebirr/fixtures/person-to-person.html");
const tls = selfSignedCertificate("localhost");
const folder = mkdtempSync(join(tmpdir(), "relays-bench-"));
writeFileSync(join(folder, "ca.pem"), tls.cert);

/** A line with latency in both directions; with `passesAnswers` false it drops everything after the handshake. */
function relayFarAway(passesResponses: boolean): ConnectHandler {
  const later = (work: () => void, ms = ROUND_TRIP_MS / 2) => void setTimeout(work, ms);
  return ({ url = "" }: IncomingMessage, client: Socket) => {
    const { hostname, port } = new URL(`http://${url}`);
    const bank = connect(Number(port), hostname);
    bank.on("error", () => client.destroy());
    client.on("close", () => bank.destroy());
    client.on("data", (bytes: Buffer) => later(() => bank.write(bytes)));
    let isAnswer = false;
    bank.on("data", (bytes: Buffer) => {
      isAnswer ||= bytes[0] === applicationData;
      if (passesResponses || !isAnswer) later(() => client.write(bytes));
    });
    // One round trip for the connection to the relay, one for CONNECT.
    later(() => client.write("HTTP/1.1 200 Connection established\r\n\r\n"), ROUND_TRIP_MS * 2);
  };
}

interface Measured {
  readonly name: string;
  readonly times: number[];
  failed: number;
  requests(): number;
  send(): Promise<void>;
}

async function openMeasured(
  name: string,
  relays: readonly ConnectHandler[],
  opened: AsyncDisposableStack,
): Promise<Measured> {
  const bank = opened.use(
    await startLocalBank((_request, response) => {
      const answerMs = QUICKEST_RESPONSE_MS + Math.random() * (SLOWEST_RESPONSE_MS - QUICKEST_RESPONSE_MS);
      setTimeout(() => response.writeHead(200, { "content-type": "text/html" }).end(page), answerMs);
    }, tls),
  );
  const urls: string[] = [];
  for (const relay of relays) urls.push(opened.use(await startLocalProxy(relay)).url);
  const env = {
    BANK_TELEBIRR_BASE_URL: bank.url.replace("127.0.0.1", "localhost"),
    BANK_TELEBIRR_CA_FILE: join(folder, "ca.pem"),
    BANK_TELEBIRR_PROXY_URL: urls.join(","),
  };
  const { fetchReceipt } = await loadBankAdapter("telebirr", env, { warn: () => undefined });
  const { signal } = new AbortController();
  const measured: Measured = {
    name,
    times: [],
    failed: 0,
    requests: () => bank.requests.length,
    send: async () => {
      const startedAt = performance.now();
      await fetchReceipt({ reference: "DB34K9WQ7X", suffix: null, phone: null }, signal).catch(() => {
        measured.failed += 1;
      });
      measured.times.push(performance.now() - startedAt);
    },
  };
  return measured;
}

async function sendMany({ send }: Measured, count: number): Promise<void> {
  let left = count;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await send();
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
}

function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

async function run(): Promise<string> {
  await using opened = new AsyncDisposableStack();
  opened.defer(() => rmSync(folder, { recursive: true }));
  const works = relayFarAway(true);
  const alone = await openMeasured("one that works", [works], opened);
  const three = await openMeasured(
    "three: refuses, hangs, works",
    [refuseWith(403), relayFarAway(false), works],
    opened,
  );
  // The first requests of a process are slow: connections, certificates, code that never ran before.
  await sendMany(await openMeasured("warm-up", [works], opened), 20);
  for (let block = 0; block < BLOCKS; block += 1)
    for (const measured of [alone, three]) await sendMany(measured, REQUESTS / BLOCKS);

  const shares = [0.5, 0.95, 0.99];
  const rows = [alone, three].map((measured) => [
    measured.name,
    ...shares.map((share) => Math.round(percentile(measured.times, share))),
    measured.failed,
    (measured.requests() / measured.times.length).toFixed(3),
  ]);
  const ratios = shares.map((share) =>
    (percentile(three.times, share) / percentile(alone.times, share)).toFixed(2),
  );
  return markdownTable(
    ["relays", "p50, ms", "p95, ms", "p99, ms", "failed", "requests to the bank, each"],
    [...rows, ["ratio", ...ratios, "", (three.requests() / alone.requests()).toFixed(3)]],
  );
}

report(
  "relays-result.md",
  "telebirr through relays",
  `${REQUESTS} receipts each, ${AT_A_TIME} at a time, alternating; at the start nothing is known about the relays. A round trip to a relay
takes ${ROUND_TRIP_MS} ms, the bank's response ${QUICKEST_RESPONSE_MS} to ${SLOWEST_RESPONSE_MS} ms. The relay that hangs does so after the TLS handshake: it passes
requests to the bank, and no response back. The p95 through three may be 1.5 times that of the working relay alone.

${await run()}`,
);
