import { createMemoryFastStore } from "@receipts/fast-store";
import { silentLog } from "@receipts/service-kit";
import { until } from "@receipts/testing";
import { createLiveStatusChannel } from "@receipts/verdicts";
import { ApiProblem } from "../../http/api-problem.ts";
import type { Submission } from "../deposits/submission-repository.ts";
import { createStartVerification, type StartVerificationDeps } from "./start-verification.ts";

const submission: Submission = {
  verificationId: "ver_1",
  depositId: "dep_1",
  userId: "usr_1",
  bank: "telebirr",
  reference: "DJ57QK2M41",
  suffix: null,
  phone: null,
  httpRequestId: "req",
  traceparent: "",
  amount: 125_000,
  depositCreatedAt: new Date(0),
  buyerId: null,
};
type Submitted = Awaited<ReturnType<StartVerificationDeps["submit"]>>;
const admitted = (processingStatus: string) => async () => ({ row: { processingStatus } }) as Submitted;
const refused = (error: Error) => async () => {
  throw error;
};

function anAskBank(options: {
  readonly submit: StartVerificationDeps["submit"];
  readonly settle?: () => Promise<void>;
  readonly requestDeadlineMs?: number;
}) {
  const store = createMemoryFastStore();
  const channel = createLiveStatusChannel({
    fastStore: store,
    onError: (error) => {
      throw error;
    },
  });
  let listening = 0;
  const done: string[] = [];
  const askBank = createStartVerification({
    submit: options.submit,
    settlement: {
      applyVerdict: async (id) => {
        done.push(`settle ${id}`);
        await options.settle?.();
      },
      giveUp: async (id) => void done.push(`give up ${id}`),
    },
    liveStatus: {
      listen: async (id, listener) => {
        const stop = await channel.listen(id, listener);
        listening += 1;
        return async () => {
          listening -= 1;
          await stop();
        };
      },
    },
    log: silentLog,
    requestDeadlineMs: options.requestDeadlineMs ?? 60_000,
    onRefused: (reason) => done.push(reason),
  });
  const announce = (processingStatus: "running" | "completed") =>
    channel.announce("ver_1", { processingStatus, status: "success", verified: true });
  return { askBank, announce, done, listening: () => listening };
}

/** A listener that is never removed is a store subscription for ever, and one more with each attempt. */
describe("listening for the verdict", () => {
  it("lasts until the announcement", async () => {
    const { askBank, announce, done, listening } = anAskBank({ submit: admitted("queued") });
    await askBank(submission);
    expect(listening()).toBe(1);
    announce("running");
    announce("completed");
    announce("completed");
    await until(() => done.length > 0);
    expect([done, listening()]).toEqual([["settle ver_1"], 0]);
  });

  it("ends at the request's deadline without an announcement", async () => {
    const { askBank, done, listening } = anAskBank({ submit: admitted("queued"), requestDeadlineMs: 1 });
    await askBank(submission);
    await until(() => listening() === 0);
    expect(done).toEqual([]);
  });

  it.each<[string, StartVerificationDeps["submit"], string[]]>([
    ["the verdict is there at once", admitted("completed"), ["settle ver_1"]],
    ["the submission failed", refused(new Error("the database is away")), []],
    ["the queue did not take it in time", refused(new ApiProblem("queue_unavailable")), []],
    [
      "the merchant has no credit",
      refused(new ApiProblem("credits_exhausted")),
      ["credits_exhausted", "give up ver_1"],
    ],
    ["there is no room", refused(new ApiProblem("queue_saturated")), ["queue_saturated", "give up ver_1"]],
  ])("ends when %s, after any number of attempts", async (_why, submit, expected) => {
    const { askBank, done, listening } = anAskBank({ submit });
    await askBank(submission);
    await askBank(submission);
    expect([listening(), done]).toEqual([0, [...expected, ...expected]]);
  });

  it("ends when the verdict could not be applied", async () => {
    const settle = refused(new Error("the database is away"));
    const { askBank, listening } = anAskBank({ submit: admitted("completed"), settle });
    await askBank(submission);
    expect(listening()).toBe(0);
  });
});
