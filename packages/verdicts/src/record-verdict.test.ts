import type { Queryable } from "@receipts/database";
import { createRecordVerdict } from "./record-verdict.ts";

const SAME = 50;

/** Records verdicts in a database that answers as if all were recorded. Returns the ids of each statement. */
function openRecorder() {
  const statements: string[][] = [];
  const query = async ({ values }: { values: readonly unknown[] }) => {
    const lists = values.filter((value): value is string[] => Array.isArray(value));
    const ids = lists.find(([first]) => String(first).startsWith("ver_")) ?? [];
    statements.push(ids);
    return { rows: ids.map((id) => ({ id, durationMs: 1, completedAt: new Date(), deliveryId: null })) };
  };
  const record = createRecordVerdict({
    database: { query } as unknown as Queryable,
    bus: { publish: async () => undefined },
    liveStatus: { announce: () => undefined },
    receiptHashKey: "a key of the test",
    isLive: () => true,
    unsureRefundsPerDay: 20,
    onPublishError: () => undefined,
  });
  const recordOne = (id: string, userId: string) =>
    record(
      {
        ...{
          id,
          userId,
          bank: "cbe",
          reference: "FT26061AB12C",
          suffix: "12345678",
          settlementAccount: null,
        },
        ...{ savedAccounts: [], expectation: null, input: null, requestedAt: new Date(), claimAttempt: 1 },
        ...{ httpRequestId: "req_1", traceparent: null },
      },
      { kind: "not_found" },
    );
  return { statements, recordOne };
}

it("verdicts about one receipt of an account, each in its own statement, keep no other account waiting", async () => {
  const { statements, recordOne } = openRecorder();
  const same = Array.from({ length: SAME }, (_, nth) => recordOne(`ver_same${nth}`, "usr_1"));
  const other = recordOne("ver_other", "usr_2");
  await Promise.all([...same, other]);
  expect(statements.findIndex((ids) => ids.includes("ver_other"))).toBe(0);
  expect(statements.every((ids) => ids.filter((id) => id.startsWith("ver_same")).length <= 1)).toBe(true);
  expect(statements.flat()).toHaveLength(SAME + 1);
});
