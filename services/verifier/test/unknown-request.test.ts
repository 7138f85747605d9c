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

/** Hands out a message of each kind and answers what was set aside. */
async function setAside(breakerAdmits: boolean) {
  const claims = createClaimRepository({ database: database.pool, bank, leaseMs: 15_000 });
  const metrics = createServiceMetrics({ processMetrics: false });
  const bus = createMemoryMessageBus();
  const letters: IncomingMessage[] = [];
  const seen: string[] = [];
  await bus.subscribe(
    { topic: deadLetterTopicOf(topic), group: "people", concurrency: 1 },
    async (letter) => {
      letters.push(letter);
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
    // As `verifyReceipt` does where the claim gave nothing.
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
  await until(() => letters.length === 1 && seen.length === 1);
  await consumer.drain(1_000);
  return { seen, letters: letters.map(({ headers }) => headers) };
}

describe.each([
  ["is asked", true],
  ["is spared by its breaker", false],
])("while the bank %s", (_, admits) => {
  it("a message whose request is gone with a restored backup becomes a dead letter, and holds up nothing", async () => {
    const { seen, letters } = await setAside(admits);
    expect(seen).toEqual(["ver_known"]);
    expect(letters).toMatchObject([
      { [deadLetterReasonHeader]: "undeliverable: no such request", "x-request-id": "req-ver_gone" },
    ]);
  });
});
