import { type BankCode, formatSantim, newId, type Santim, type TakingsReport } from "@receipts/contracts";
import { inTransaction } from "@receipts/database";
import { database, useTestDatabase } from "@receipts/testing";
import { createAccount } from "../src/accounts/account-repository.ts";
import { systemActor } from "../src/audit/audit-log.ts";
import { closeDay } from "../src/takings/close-day.ts";
import { takingsReport } from "../src/takings/takings-report.ts";
import { recordResolution } from "../src/verification/record-resolution.ts";

useTestDatabase();

const ZONE = "Africa/Addis_Ababa";
/** Addis Ababa is three hours ahead, all year. */
const midnight = (date: string) => new Date(`${date}T00:00:00+03:00`);
const dates = ["2026-03-01", "2026-03-02", "2026-03-03", "2026-03-04", "2026-03-05"] as const;
const PAYMENTS = 10_000;

/** The same for each run: a failure can be repeated. */
function randomOf(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
const random = randomOf(20_260_302);
const below = (most: number) => Math.floor(random() * most);
const oneOf = <T>(all: readonly T[]): T => all[below(all.length)] as T;

interface Payment {
  readonly id: string;
  readonly bank: BankCode;
  readonly branchId: string | null;
  readonly tillId: string | null;
  readonly memberId: string | null;
  readonly createdAt: Date;
  readonly completedAt: Date;
  readonly firstConfirmedAt: Date | null;
  readonly decision: "accept" | "review" | "reject";
  readonly cents: number;
  /** A person's later decision about one in review. */
  readonly resolved: {
    readonly at: Date;
    readonly decision: "accept" | "reject";
    readonly by: string;
  } | null;
}

let userId: string;
let places: { branches: string[]; tills: string[]; members: string[] };
let payments: Payment[];

function aPayment(): Payment {
  const { branches, tills, members } = places;
  // Many near midnight, where days meet.
  const day = midnight(oneOf(dates)).getTime();
  const at = day + (random() < 0.3 ? below(240_000) - 120_000 : below(86_400_000));
  const took = below(180_000);
  const decision = oneOf(["accept", "accept", "accept", "review", "reject"] as const);
  const isFirst = decision !== "reject" && random() < 0.8;
  const completedAt = new Date(at + took);
  return {
    id: newId("verification"),
    bank: oneOf(["cbe", "boa", "telebirr"] as const),
    branchId: oneOf([...branches, null]),
    tillId: oneOf([...tills, null]),
    memberId: oneOf([...members, null]),
    createdAt: new Date(at),
    completedAt,
    // A deposit may confirm it a moment after the verdict.
    firstConfirmedAt: isFirst
      ? new Date(completedAt.getTime() + (random() < 0.1 ? below(7_200_000) : 0))
      : null,
    decision,
    cents: 1 + below(5_000_000),
    resolved:
      decision === "review" && random() < 0.6
        ? {
            at: new Date(completedAt.getTime() + below(2 * 86_400_000)),
            decision: oneOf(["accept", "reject"] as const),
            by: oneOf(members),
          }
        : null,
  };
}

const resultOf = ({ decision, cents, firstConfirmedAt, resolved }: Payment) => ({
  amount: cents / 100,
  decision: resolved?.decision ?? decision,
  decisionReasons: [],
  confirmationHistory: { isFirstConfirmation: firstConfirmedAt !== null, firstConfirmedAt },
  ...(resolved !== null && { resolution: { decision: resolved.decision, at: resolved.at } }),
});

beforeAll(async () => {
  const account = await createAccount(database.pool, { email: "a@example.test", name: "A", credits: 1 });
  userId = account.id;
  const three = (kind: "branch" | "till" | "member") => [newId(kind), newId(kind), newId(kind)];
  places = { branches: three("branch"), tills: three("till"), members: three("member") };
  await database.pool.query(
    `insert into branches (id, user_id, name) select id, $1, 'B ' || n from unnest($2::text[]) with ordinality as t(id, n)`,
    [userId, places.branches],
  );
  payments = Array.from({ length: PAYMENTS }, aPayment);
  await database.pool.query(
    `insert into verification_requests
       (id, user_id, bank, branch_id, till_id, member_id, reference, receipt_key, cache_status, processing_status, status,
        verified, result, requeue_after, deadline_at, http_request_id, created_at, completed_at)
     select p.id, $1, p.bank, p.branch_id, p.till_id, p.member_id, p.id, 'k', 'MISS', 'completed', 'success',
            true, p.result, p.created_at, p.created_at, 'r', p.created_at, p.completed_at
       from jsonb_to_recordset($2) as p(id text, bank text, branch_id text, till_id text, member_id text, result jsonb,
                                        created_at timestamptz, completed_at timestamptz)`,
    [
      userId,
      JSON.stringify(
        payments.map((payment) => ({
          ...{ id: payment.id, bank: payment.bank, branch_id: payment.branchId, till_id: payment.tillId },
          ...{ member_id: payment.memberId, result: resultOf(payment) },
          ...{ created_at: payment.createdAt, completed_at: payment.completedAt },
        })),
      ),
    ],
  );
  await database.pool.query(
    `insert into verification_resolutions
       (verification_id, user_id, decision, review_reasons, remembered_name, resolved_at, member_id)
     select r.id, $1, r.decision, '[]', false, r.at, r.by
       from jsonb_to_recordset($2) as r(id text, decision text, at timestamptz, by text)`,
    [
      userId,
      JSON.stringify(
        payments.flatMap(({ id, resolved }) => (resolved === null ? [] : [{ id, ...resolved }])),
      ),
    ],
  );
});

interface Taken {
  readonly at: Date;
  readonly payment: Payment;
  readonly memberId: string | null;
}

/** By the words of the documentation, without SQL. */
function takenOf(payment: Payment): Taken[] {
  const { decision, firstConfirmedAt, completedAt, resolved, memberId } = payment;
  const isAccepted = (resolved?.decision ?? decision) === "accept";
  if (!isAccepted || firstConfirmedAt === null) return [];
  if (resolved !== null) return [{ at: resolved.at, payment, memberId: resolved.by }];
  return [{ at: firstConfirmedAt > completedAt ? firstConfirmedAt : completedAt, payment, memberId }];
}

const within = (all: readonly Taken[], from: Date, before: Date) =>
  all.filter(({ at }) => at >= from && at < before);
const sumOf = (all: readonly Taken[]) => ({
  payments: all.length,
  amount: formatSantim(BigInt(all.reduce((sum, { payment }) => sum + payment.cents, 0)) as Santim),
});

function sumsBy(all: readonly Taken[], keyOf: (taken: Taken) => string | null) {
  const groups = Map.groupBy(all, keyOf);
  return Object.fromEntries([...groups].map(([key, own]) => [String(key), sumOf(own)]));
}

type Named = TakingsReport["branches"];
const shownBy = (groups: Named) =>
  Object.fromEntries(
    groups
      .filter((group) => group.payments > 0)
      .map(({ id, payments: count, amount }) => [String(id), { payments: count, amount }]),
  );

const report = (first: string, last: string, branchId: string | null = null) =>
  takingsReport(
    database.pool,
    userId,
    { timeZone: ZONE, from: midnight(first), before: new Date(midnight(last).getTime() + 86_400_000) },
    branchId,
  );

function expectEverySum(shown: TakingsReport, all: readonly Taken[]): void {
  const { from, to } = shown;
  const taken = within(all, new Date(from), new Date(to));
  expect(shown.total).toEqual(sumOf(taken));
  for (const { date, payments: count, amount, fromEarlierDays } of shown.days) {
    const ofDay = within(all, midnight(date), new Date(midnight(date).getTime() + 86_400_000));
    expect({ date, payments: count, amount }).toEqual({ date, ...sumOf(ofDay) });
    const earlier = ofDay.filter(({ payment }) => payment.createdAt < midnight(date));
    expect(fromEarlierDays).toEqual(sumOf(earlier));
  }
  expect(shownBy(shown.branches)).toEqual(sumsBy(taken, ({ payment }) => payment.branchId));
  expect(shownBy(shown.tills)).toEqual(sumsBy(taken, ({ payment }) => payment.tillId));
  expect(shownBy(shown.members)).toEqual(sumsBy(taken, ({ memberId }) => memberId));
  const banks = shown.banks.map(({ bank, ...sums }) => ({ id: bank, name: null, ...sums }));
  expect(shownBy(banks)).toEqual(sumsBy(taken, ({ payment }) => payment.bank));
}

describe("every sum of the takings is that of the payments, in santim", () => {
  it("per day, bank, branch, till and person, and in the period before", async () => {
    const all = payments.flatMap(takenOf);
    const shown = await report("2026-03-03", "2026-03-04");
    expectEverySum(shown, all);
    expect(shown.before).toEqual(sumOf(within(all, midnight("2026-03-01"), midnight("2026-03-03"))));
    for (const date of dates) expectEverySum(await report(date, date), all);
    expect((await report("2026-03-01", "2026-03-05")).total.payments).toBeGreaterThan(PAYMENTS / 3);
  });

  it("of one branch", async () => {
    const [branchId = ""] = places.branches;
    const own = payments.flatMap(takenOf).filter(({ payment }) => payment.branchId === branchId);
    expectEverySum(await report("2026-03-01", "2026-03-05", branchId), own);
  });

  it("before and after a day is closed, also with decisions at the same moment; the close never changes", async () => {
    const date = "2026-03-03";
    const shownBefore = (await report(date, date)).days[0];
    const waiting = payments.filter(
      ({ decision, resolved, firstConfirmedAt }) =>
        decision === "review" && resolved === null && firstConfirmedAt !== null,
    );
    const body = { date, counted: [{ bank: "cbe" as const, amount: 100n as Santim }], note: "counted" };
    const close = () =>
      inTransaction(database.pool, (client) =>
        closeDay(client, { userId, memberId: places.members[0] ?? null, body, now: new Date() }),
      );
    // As if decided on the closed day, while it is being closed.
    const resolve = (payment: Payment) =>
      inTransaction(database.pool, async (client) => {
        await recordResolution(client, {
          ...{ userId, verificationId: payment.id, decision: "accept", note: null, rememberedName: false },
          ...{ reasons: [], actor: { ...systemActor(null), memberId: places.members[1] ?? null } },
        });
        await client.query(
          "update verification_resolutions set resolved_at = $2 where verification_id = $1",
          [payment.id, new Date(midnight(date).getTime() + 3_600_000)],
        );
      });
    const late = waiting.slice(0, 40);
    const [first] = await Promise.all([close(), ...late.map(resolve)]);
    expect(first.isNew).toBe(true);
    const day = (await report(date, date)).days[0];
    if (day?.close == null || day.afterClose === null || shownBefore === undefined)
      throw new Error("the day is not closed");
    expect(day.payments).toBe(shownBefore.payments + late.length);
    expect(day.close.payments + day.afterClose.payments).toBe(day.payments);
    const santim = (amount: string) => Math.round(Number(amount) * 100);
    expect(santim(day.close.amount) + santim(day.afterClose.amount)).toBe(santim(day.amount));
    for (const payment of waiting.slice(40, 60)) await resolve(payment);
    expect((await report(date, date)).days[0]?.close).toEqual(first.close);
    expect(await close()).toEqual({ close: first.close, isNew: false });
    const cbe = first.close.banks.find(({ bank }) => bank === "cbe");
    const difference = formatSantim((100n - BigInt(santim(cbe?.amount ?? "0"))) as Santim);
    expect(first.close.counted).toEqual([{ bank: "cbe", amount: "1.00", difference }]);
  });
});
