import { createMemoryMessageBus } from "@receipts/messaging";
import { createServiceMetrics } from "@receipts/service-kit";
import { until } from "@receipts/testing";
import { testLog } from "@receipts/testing/suite-log";
import { jobMessage } from "../src/claim-repository.ts";
import { startVerificationRequestedConsumer } from "../src/verification-requested-consumer.ts";

const bank = "telebirr";
const message = (id: string, userId: string) =>
  jobMessage(bank, { id, userId, receiptKey: id, httpRequestId: `req-${id}`, traceparent: null });

const named = (count: number, name: string) => Array.from({ length: count }, (_, n) => `${name}${n}`);

/** A verifier with one slot, which is taken until `open` is called. */
async function aBusyVerifier(readAhead: number) {
  const bus = createMemoryMessageBus();
  const handled: string[] = [];
  const gate = Promise.withResolvers<void>();
  const metrics = createServiceMetrics({ processMetrics: false });
  const consumer = await startVerificationRequestedConsumer({
    ...{ bus, bank, concurrency: 1, readAhead, log: testLog },
    metrics,
    breaker: { admits: () => true },
    verifyReceipt: async (id) => {
      await gate.promise;
      handled.push(id);
    },
    park: async () => undefined,
  });
  const acknowledged = async () => {
    const counted = await metrics.registry.getSingleMetric("consumed_messages_total")?.get();
    return counted?.values.find(({ labels }) => labels["fate"] === "acknowledged")?.value;
  };
  return { acknowledged, bus, handled, open: () => gate.resolve(), end: () => consumer.drain(1_000) };
}

/** `requeue-unfinished` publishes what waits for a slot every 30 s. */
it("serves another account in its turn while one's waiting requests are published again and again", async () => {
  const { acknowledged, bus, handled, open, end } = await aBusyVerifier(20);
  const many = named(10, "ver_slow").map((id) => message(id, "usr_attacker"));
  for (let times = 0; times < 4; times += 1) await bus.publish(many);
  await bus.publish([message("ver_quick", "usr_honest")]);
  // The copies are done at once, and keep no place: but one of the request that has its turn already.
  await until(async () => (await acknowledged()) === 29);
  open();
  await until(() => handled.includes("ver_quick"));
  expect(handled.indexOf("ver_quick")).toBeLessThanOrEqual(2);
  await until(() => new Set(handled).size === 11);
  await end();
});

it("serves a fourth account in its turn beside three with their whole share of the queue", async () => {
  const { bus, handled, open, end } = await aBusyVerifier(40);
  await bus.publish(
    ["a", "b", "c"].flatMap((who) => named(10, `ver_${who}`).map((id) => message(id, `usr_${who}`))),
  );
  await bus.publish([message("ver_quick", "usr_honest")]);
  open();
  await until(() => handled.includes("ver_quick"));
  expect(handled.indexOf("ver_quick")).toBeLessThanOrEqual(4);
  await end();
});

it("works on a request again that was published again after its turn", async () => {
  const { bus, handled, open, end } = await aBusyVerifier(20);
  open();
  for (const times of [1, 2]) {
    await bus.publish([message("ver_again", "usr_one")]);
    await until(() => handled.length === times);
  }
  await end();
});
