import {
  createMemoryMessageBus,
  deadLetterReasonHeader,
  deadLetterTopicOf,
  type IncomingMessage,
  verificationRequested,
} from "@receipts/messaging";
import { createServiceMetrics } from "@receipts/service-kit";
import { createTestDatabase, type TestDatabase, until } from "@receipts/testing";
import { testLog } from "@receipts/testing/suite-log";
import { createClaimRepository, jobMessage } from "../src/claim-repository.ts";
import { createParkVerification } from "../src/park-verification.ts";
import { requireKnown } from "../src/require-known.ts";
import { startVerificationRequestedConsumer } from "../src/verification-requested-consumer.ts";
import { insertRequest } from "./one-request.ts";

const bank = "telebirr";
const topic = verificationRequested.name(bank);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertRequest(database, "ver_known");
});
afterAll(() => database.drop());

const message = (id: string) =>
  jobMessage(bank, { id, userId: "usr_1", receiptKey: "key", httpRequestId: `req-${id}`, traceparent: null });

/** Delivers a message of each kind. Returns the handled requests and the dead letters' headers. */
async function runConsumer(breakerAdmits: boolean) {
  const claims = createClaimRepository({ database: database.pool, bank, leaseMs: 15_000 });
  const metrics = createServiceMetrics({ processMetrics: false });
  const bus = createMemoryMessageBus();
  const deadLetters: IncomingMessage[] = [];
  const seen: string[] = [];
  await bus.subscribe(
    { topic: deadLetterTopicOf(topic), group: "people", concurrency: 1 },
    async (deadLetter) => {
      deadLetters.push(deadLetter);
    },
  );
  const park = createParkVerification({
    claims,
    bank,
    breakerResetMs: 10,
    openForMs: () => 0,
    log: testLog,
    metrics,
  });
  const consumer = await startVerificationRequestedConsumer({
    ...{ bus, bank, concurrency: 1, readAhead: 10, log: testLog, metrics },
    breaker: { admits: () => breakerAdmits },
    // As `verifyReceipt` does without a claim.
    verifyReceipt: async (id) => {
      await requireKnown(claims, id);
      seen.push(id);
    },
    park: async (request, claim) => {
      await park(request, claim);
      seen.push(request.id);
    },
  });
  await bus.publish([message("ver_gone"), message("ver_known")]);
  await until(() => deadLetters.length === 1 && seen.length === 1);
  await consumer.drain(1_000);
  return { seen, deadLetters: deadLetters.map(({ headers }) => headers) };
}

describe.each([
  ["is queried", true],
  ["is behind an open breaker", false],
])("while the bank %s", (_, admits) => {
  it("dead-letters a message whose request a restored backup lost, and handles the next", async () => {
    const { seen, deadLetters } = await runConsumer(admits);
    expect(seen).toEqual(["ver_known"]);
    expect(deadLetters).toMatchObject([
      { [deadLetterReasonHeader]: "undeliverable: no such request", "x-request-id": "req-ver_gone" },
    ]);
  });
});
