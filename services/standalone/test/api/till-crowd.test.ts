import { openCounters } from "../../bench/bench-counters.ts";
import {
  askAll,
  type CounterAnswer,
  judgeAnswers,
  orderReceipts,
  type ReceiptKind,
} from "../../bench/counter-receipts.ts";
import { aPerson } from "../signed-in.ts";
import { system, useSystem } from "../system.ts";

const CASHIERS = 40;
const TENS = 20;
const PHONE = "0922446688";

useSystem({ verifiers: ["telebirr"] });

/** A used or forged receipt that any of many counters accepts is goods for nothing. */
it("hands over once for each genuine receipt, and never for another, with 40 cashiers at once", async () => {
  const { account } = await aPerson(system);
  await system.saveBankAccount(account, "telebirr", PHONE);
  const encryptionKey = system.environment["SECRETS_ENCRYPTION_KEY"] ?? "";
  const counters = await openCounters(
    system.database.pool,
    { userId: account.userId, encryptionKey },
    CASHIERS,
  );
  const gateways = [system.url, `http://127.0.0.1:${(await system.startGateway()).port}`] as const;
  const urlOf = (nth: number) => gateways[nth % 2 === 0 ? 0 : 1];
  const asks = await orderReceipts(
    system.sandboxUrl,
    { receiverAccount: PHONE, receiverName: "Test Merchant" },
    TENS,
  );
  // Several cashiers are at the bank with one receipt before the first verdict.
  await system.control({ bank: "telebirr", latencyMs: 50 });
  const used = asks.filter(({ kind }) => kind === "used");
  const before = await askAll(counters, used, urlOf);
  expect(reasonsOf(before, "used")).toEqual({ "accept ": TENS });

  const answers = await askAll(counters, asks, urlOf);

  expect(judgeAnswers(answers)).toEqual({ unfinished: 0, wrongAccepts: 0, neverAccepted: 0 });
  expect(reasonsOf(answers, "genuine")).toEqual({ "accept ": 2 * TENS });
  expect(reasonsOf(answers, "raced")).toEqual({ "accept ": TENS, "reject already_confirmed": 2 * TENS });
  expect(reasonsOf(answers, "used")).toEqual({ "reject already_confirmed": TENS });
  expect(reasonsOf(answers, "stranger")).toEqual({ "reject wrong_receiver": TENS });
  expect(reasonsOf(answers, "too_little")).toEqual({ "reject amount_too_low": TENS });
  for (const kind of ["reversed", "unknown"] as const)
    expect(reasonsOf(answers, kind)).toEqual({ "reject not_verified": TENS });
  const { body } = await system.call("get", "/api/payments?decision=accept&limit=1", account).expect(200);
  expect(body.meta.total).toBe(4 * TENS);
});

/** Counts the answers to receipts of a kind by decision and reasons. */
function reasonsOf(answers: readonly CounterAnswer[], kind: ReceiptKind): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { ask, decision, reasons } of answers) {
    if (ask.kind !== kind) continue;
    const answer = `${decision} ${reasons.join()}`;
    counts[answer] = (counts[answer] ?? 0) + 1;
  }
  return counts;
}
