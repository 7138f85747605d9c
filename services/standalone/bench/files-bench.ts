import { readFile } from "node:fs/promises";
import { makeAccounts } from "./bench-accounts.ts";
import { runOpenLoop } from "./bench-load.ts";
import { figure, median, report, shown, takeTurns } from "./bench-report.ts";
import { startGateway, urlOf } from "./bench-services.ts";
import { openBenchStack } from "./bench-stack.ts";

const CALLS_PER_SECOND = 40;
const CALLS = 600;
/** Of two accounts, which may each have four. */
const PICTURES = 8;
const GOAL = 1.25;

await using stack = await openBenchStack();
const [caller, ...senders] = await makeAccounts(stack.pool, 3);
if (caller === undefined) throw new Error("no account was made");
await using gateway = await startGateway(stack);
const picture = await readFile(
  new URL("../../../packages/receipt-pictures/test/fixtures/message.png", import.meta.url),
);

let references = 0;
function receipt() {
  references += 1;
  return { bank: "telebirr", reference: `DJ5${references.toString(36).toUpperCase().padStart(6, "0")}1` };
}

/** Returns the p95 of accepting receipts, in ms. */
async function calls(total = CALLS): Promise<number> {
  const { latency, statuses } = await runOpenLoop({
    ...{ url: urlOf(gateway), path: "/api/verify", total, inFlight: 100, perSecond: CALLS_PER_SECOND },
    submission: () => ({ headers: { "x-api-key": caller.apiKey }, body: JSON.stringify(receipt()) }),
  });
  if (statuses["202"] !== total) throw new Error(`calls: ${JSON.stringify(statuses)}`);
  return latency.p95;
}

let read = 0;

async function readPictures(apiKey: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const form = new FormData();
    form.set("file", new Blob([new Uint8Array(picture)]));
    const response = await fetch(`${urlOf(gateway)}/api/verify/read-file`, {
      method: "POST",
      headers: { "x-api-key": apiKey },
      body: form,
    });
    if (response.status !== 200) throw new Error(`a picture: HTTP ${response.status}`);
    await response.arrayBuffer();
    read += 1;
  }
}

async function besidePictures(total = CALLS): Promise<number> {
  const stop = new AbortController();
  const reading = Array.from({ length: PICTURES }, (_, index) =>
    readPictures(senders[index % senders.length]?.apiKey ?? "", stop.signal),
  );
  const p95 = await Promise.race([calls(total), Promise.all(reading).then(() => Number.NaN)]);
  stop.abort();
  await Promise.all(reading);
  return p95;
}

// The first picture starts the process that reads them.
await besidePictures(200);
const { alone, beside } = await takeTurns({ alone: () => calls(), beside: () => besidePictures() });
const times = median(beside) / median(alone);
report({
  name: "files",
  title: "Calls beside pictures that are read",
  note: `Receipts accepted by one gateway, ${CALLS_PER_SECOND} a second; alone, and while ${PICTURES} pictures without a code are
received or read at any time. ${read} pictures were read.`,
  header: ["", "median", "rounds"],
  rows: [
    figure("p95 of accepting a receipt, alone", alone, shown.ms, " ms"),
    figure("p95 of accepting a receipt, beside pictures", beside, shown.ms, " ms"),
  ],
  goals: [
    {
      goal: `p95 of other calls at most ${GOAL} times that without pictures`,
      measured: shown.times(times),
      met: times <= GOAL,
    },
  ],
});
