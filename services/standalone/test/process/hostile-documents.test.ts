import type { HostileDocument } from "../../../../packages/banks/test/hostile-document.ts";
import { hostileDocuments } from "../../../../packages/banks/test/hostile-documents.ts";
import {
  bankHosts,
  type HostileHost,
  startHostileHost,
  submissionOf,
} from "../../../../packages/banks/test/hostile-host.ts";
import {
  jsonOf,
  makeStandaloneHome,
  type StandaloneHome,
  type StandaloneProcess,
  startStandalone,
} from "./standalone-process.ts";

const named = (name: string) => {
  const found = hostileDocuments.filter((each) => each.name.includes(name));
  expect(found).toHaveLength(1);
  return found[0] as HostileDocument;
};
const pdfs = [named("forms within forms, 90 s"), named("100 MiB, deflated twice into a kilobyte")];
const others = [
  named("a million times"),
  named("a million slips"),
  named("three hundred thousand attributes"),
];
const documents = [...pdfs, ...others];

let home: StandaloneHome;
let host: HostileHost;
let service: StandaloneProcess;
beforeAll(async () => {
  home = await makeStandaloneHome();
  host = await startHostileHost(documents);
  service = await startStandalone({ ...home.env, ...bankHosts(host.url) });
});
afterAll(async () => {
  await service?.end("SIGTERM");
  await host?.[Symbol.asyncDispose]();
  await home?.remove();
});

const headers = () => ({ "x-api-key": service.apiKey, "content-type": "application/json" });

async function verify(document: HostileDocument) {
  const body = JSON.stringify(submissionOf(document, documents));
  const sent = await fetch(`${service.url}/api/verify?waitMs=30000`, {
    method: "POST",
    headers: headers(),
    body,
  });
  const { requestId, data } = await jsonOf(sent);
  const attempted = await fetch(`${service.url}/api/verify/${requestId}/attempts`, { headers: headers() });
  return { result: data[0], attempts: (await jsonOf(attempted)).data.attempts };
}

/** Counts the liveness checks that succeed between the bank's response and the verdict. */
async function countLiveness(document: HostileDocument, verdict: Promise<unknown>): Promise<number> {
  let isOver = false;
  void verdict.finally(() => {
    isOver = true;
  });
  let times = 0;
  while (!isOver) {
    const isQueried = host.timesAsked(document) > 0;
    const { status } = await fetch(`${service.url}/health/live`);
    expect(status).toBe(200);
    if (isQueried && !isOver) times += 1;
  }
  return times;
}

/** It names neither the bank nor the reference, as the page of a proxy. */
const withoutSign = "HTML of telebirr: three hundred thousand attributes";

/** An attacker who controls one page of a bank must not be able to stop all other verifications. */
describe("a hostile document of a bank", () => {
  it.each(documents.map((document) => [document.name, document] as const))(
    "ends its request at once, after one attempt or, for a page without a sign of the bank, two: %s",
    async (_name, document) => {
      const verdict = verify(document);
      const living = await countLiveness(document, verdict);
      const { result, attempts } = await verdict;
      expect(result).toMatchObject({ verified: false, failureReason: "bank_response_unrecognized" });
      const times = document.name === withoutSign ? 2 : 1;
      expect(attempts).toMatchObject(Array.from({ length: times }, () => ({ outcome: "unreadable" })));
      expect(host.timesAsked(document)).toBe(times);
      // The PDFs take time in a thread; the others are refused early.
      if (pdfs.includes(document)) expect(living).toBeGreaterThanOrEqual(5);
    },
  );
});
