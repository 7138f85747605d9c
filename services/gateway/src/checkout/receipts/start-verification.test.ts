import { createMemoryFastStore } from "@receipts/fast-store";
import { silentLog } from "@receipts/service-kit";
import { until } from "@receipts/testing";
import { createLiveStatusChannel } from "@receipts/verdicts";
import { ApiProblem } from "../../http/api-problem.ts";
import type { ReceiptSubmission } from "../deposits/submission-repository.ts";
import { createStartVerification, type StartVerificationDeps } from "./start-verification.ts";

const submission: ReceiptSubmission = {
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
  allowPartial: false,
  depositCreatedAt: new Date(0),
  buyerId: null,
};
type Submitted = Awaited<ReturnType<StartVerificationDeps["submit"]>>;
const admitted = (processingStatus: string) => async () => ({ row: { processingStatus } }) as Submitted;
const refused = (error: Error) => async () => {
  throw error;
};

function aStartVerification(options: {
  readonly submit: StartVerificationDeps["submit"];
  readonly applyVerdict?: () => Promise<void>;
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
  const startVerification = createStartVerification({
    submit: options.submit,
    resolver: {
      applyResult: async (id) => {
        done.push(`apply ${id}`);
        await options.applyVerdict?.();
      },
      rejectUnverified: async (id) => void done.push(`give up ${id}`),
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
    recheckForMinutes: 0,
    requestDeadlineMs: options.requestDeadlineMs ?? 60_000,
    onRefused: (reason) => done.push(reason),
  });
  const announce = (processingStatus: "running" | "completed") =>
    channel.announce("ver_1", { processingStatus, status: "success", verified: true });
  return { startVerification, announce, done, listening: () => listening };
}

/** A listener that is never removed is a store subscription for ever, and one more with each attempt. */
describe("listening for the verdict", () => {
  it("lasts until the announcement", async () => {
    const { startVerification, announce, done, listening } = aStartVerification({
      submit: admitted("queued"),
    });
    await startVerification(submission);
    expect(listening()).toBe(1);
    announce("running");
    announce("completed");
    announce("completed");
    await until(() => done.length > 0);
    expect([done, listening()]).toEqual([["apply ver_1"], 0]);
  });

  it("ends at the request's deadline without an announcement", async () => {
    const { startVerification, done, listening } = aStartVerification({
      submit: admitted("queued"),
      requestDeadlineMs: 1,
    });
    await startVerification(submission);
    await until(() => listening() === 0);
    expect(done).toEqual([]);
  });

  it.each<[string, StartVerificationDeps["submit"], string[]]>([
    ["the verdict is there at once", admitted("completed"), ["apply ver_1"]],
    ["the submission failed", refused(new Error("the database is away")), []],
    ["the queue did not take it in time", refused(new ApiProblem("queue_unavailable")), []],
    [
      "the merchant has no credit",
      refused(new ApiProblem("credits_exhausted")),
      ["credits_exhausted", "give up ver_1"],
    ],
    ["the queue is full", refused(new ApiProblem("queue_saturated")), ["queue_saturated", "give up ver_1"]],
  ])("ends when %s, after any number of attempts", async (_why, submit, expected) => {
    const { startVerification, done, listening } = aStartVerification({ submit });
    await startVerification(submission);
    await startVerification(submission);
    expect([listening(), done]).toEqual([0, [...expected, ...expected]]);
  });

  it("ends when the verdict could not be applied", async () => {
    const applyVerdict = refused(new Error("the database is away"));
    const { startVerification, listening } = aStartVerification({
      submit: admitted("completed"),
      applyVerdict,
    });
    await startVerification(submission);
    expect(listening()).toBe(0);
  });
});
