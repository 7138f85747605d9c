import type { System } from "./system.ts";

/** The ends of a request: processing status, status, failure reason. */
const ends = {
  success: ["completed", "success", null],
  notFound: ["completed", "not_found", null],
  reversed: ["completed", "failed", null],
  down: ["failed", "failed", "bank_unavailable"],
  unrecognizable: ["failed", "failed", "bank_response_unrecognized"],
} as const;

/**
 * Expects the response and the status record to show this end, and a refund if there is no verdict. Returns the result.
 */
export async function expectEnd(system: System, body: object, end: keyof typeof ends) {
  const account = await system.account({ credits: 10 });
  const response = await system.verify(account, body, { waitMs: 15_000 }).expect(200);
  const { requestId, data } = response.body;
  const [processingStatus, status, failureReason] = ends[end];
  const state = { processingStatus, status, verified: end === "success" };
  expect(response.body).toMatchObject({ success: true, verification: state });
  expect(data).toEqual([expect.objectContaining({ status, verified: state.verified, failureReason })]);
  const record = await system.statusOf(account, requestId);
  expect(record).toMatchObject({ ...state, failureReason, result: data[0] });
  const isCharged = failureReason === null;
  expect(await system.balanceOf(account)).toBe(isCharged ? 9 : 10);
  const refunds = await system.sql(
    "select from credit_transactions where verification_id = $1 and type = 'refund'",
    requestId,
  );
  expect(refunds).toHaveLength(isCharged ? 0 : 1);
  return data[0];
}

/** Every request is counted in the totals of its account, with its present decision and money. */
export async function expectTotalsToMatch(system: System): Promise<void> {
  const totals = "select count(*) as requests, sum(amount_cents) > 0 as money from payment_totals";
  expect(await system.sql(totals)).toEqual([{ requests: expect.any(Number), money: true }]);
  const differences = "select d.* from users u cross join lateral payment_differences(u.id) d";
  expect(await system.sql(differences)).toEqual([]);
}
