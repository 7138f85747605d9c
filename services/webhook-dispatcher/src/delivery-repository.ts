import { createMicroBatcher, isDataFault, type Queryable } from "@receipts/database";
import type { PostOutcome, SealedSecrets } from "@receipts/webhooks";
import { type CompletedAttempt, completeStatement, completeValues } from "./complete-statement.ts";
import type { DeliveryOutcome } from "./delivery-outcome.ts";
import { leaseStatement } from "./lease-statement.ts";
import { type CursorStep, createTargetCursor, type TargetCursor } from "./target-cursor.ts";

export interface LeasedDelivery extends SealedSecrets {
  readonly id: string;
  readonly leaseToken: string;
  readonly userId: string;
  readonly host: string;
  /** Null for a webhook about the account itself. */
  readonly verificationId: string | null;
  readonly event: string;
  readonly url: string;
  readonly payload: string;
  /** Attempts made before this one, of all runs of the schedule. */
  readonly attempts: number;
  /** Those of this run. */
  readonly runAttempts: number;
  readonly trigger: "schedule" | "manual";
  readonly httpRequestId: string;
  readonly traceparent: string | null;
  readonly createdAt: Date;
  /** Put-offs by the schedule and by breakers included. */
  readonly dueAt: Date;
  /** The database's clock when the lease was taken: signatures are dated by it, not by a pod's own clock. */
  readonly leasedAt: Date;
}

/** How much more may be taken now. Whoever is not named has the room that is given for all. */
export interface Capacity {
  readonly free: number;
  readonly perAccount: number;
  readonly perHost: number;
  readonly accounts: ReadonlyMap<string, number>;
  readonly hosts: ReadonlyMap<string, number>;
  readonly breakers: readonly BreakerGate[];
}

export interface BreakerGate {
  readonly userId: string;
  readonly host: string;
  /** How long what is due is put off; undefined when one attempt may find out. */
  readonly waitMs: number | undefined;
}

/** Why deliveries were not taken that are due. */
export type Deferral = "schedule" | "breaker" | "host_cap" | "account_cap";

export interface LeaseResult {
  readonly deliveries: readonly LeasedDelivery[];
  readonly deferrals: Readonly<Record<Deferral, number>>;
  /** More is due than one look reads. */
  readonly headIsFull: boolean;
  /** More targets wait than one look visits; the next look goes on from there. */
  readonly hasMoreTargets: boolean;
  /** The database's time of the look, in its own words: a `Date` has no microseconds. */
  readonly polledAt: string;
}

export interface DeliveryRepository {
  leaseDue(room: Capacity): Promise<LeaseResult>;
  /** Milliseconds until one is due after a look; `Infinity` when all pending ones were due, undefined when none is pending. */
  nextDueInMs(polledAt: string): Promise<number | undefined>;
  /** Records an attempt; false when the lease was lost: a newer attempt must not be overwritten. */
  complete(delivery: LeasedDelivery, result: PostOutcome, outcome: DeliveryOutcome): Promise<boolean>;
  /** Gives a delivery back as if it had not been taken. */
  release(delivery: Pick<LeasedDelivery, "id" | "leaseToken">): Promise<void>;
}

export interface DeliveryRepositoryDeps {
  readonly database: Queryable;
  /** For taking what is due, which walks indexes; `database` unless told. */
  readonly pollDatabase?: Queryable;
  readonly leaseMs: number;
  /** The schedule's wait before a first attempt. */
  readonly firstDelayMs: number;
}

/** Deliveries that one look reads from the head of the queue, and accounts and hosts that it visits where there are more. */
const HEAD = 300;
const TARGETS_PER_POLL = 200;
/** Of one target in one look. */
export const MOST_PER_TARGET = 64;
const BATCH = 200;

export function createDeliveryRepository(deps: DeliveryRepositoryDeps): DeliveryRepository {
  const { database, pollDatabase = database } = deps;
  const walk = createTargetCursor();

  const complete = createMicroBatcher<CompletedAttempt, boolean>({
    run: async (items) => {
      const { rows } = await database.query<{ id: string; leaseToken: string }>({
        name: "complete_delivery_attempts",
        text: completeStatement,
        values: completeValues(items),
      });
      const recorded = new Set(rows.map(({ leaseToken }) => leaseToken));
      return items.map(({ delivery }) => recorded.has(delivery.leaseToken));
    },
    maxBatch: BATCH,
    slots: 2,
    gapMs: 10,
    worthRetryingAlone: isDataFault,
  });

  const release = createMicroBatcher<Pick<LeasedDelivery, "id" | "leaseToken">, true>({
    run: async (items) => {
      await database.query({
        name: "release_deliveries",
        text: `update webhook_deliveries d set lease_token = null, leased_until = null
                 from unnest($1::text[], $2::uuid[]) as item(id, lease_token)
                where d.id = item.id and d.lease_token = item.lease_token`,
        values: [items.map(({ id }) => id), items.map(({ leaseToken }) => leaseToken)],
      });
      return items.map(() => true as const);
    },
    maxBatch: 10_000,
    slots: 1,
    worthRetryingAlone: () => false,
  });

  return {
    leaseDue: async (room) => {
      const { rows } = await pollDatabase.query<LeaseRow>({
        name: "lease_due_deliveries",
        text: leaseStatement,
        values: leaseValues(room, deps, walk),
      });
      const [first] = rows;
      if (first === undefined) throw new Error("the lease statement answered nothing");
      const step = rows.find((row) => row.walk !== null)?.walk ?? undefined;
      return {
        deliveries: rows.filter((row) => row.id !== null),
        deferrals: {
          schedule: first.putOffBySchedule,
          breaker: first.putOffByBreaker,
          host_cap: first.passedOverByHost,
          account_cap: first.passedOverByAccount,
        },
        headIsFull: first.headIsFull,
        hasMoreTargets: walk.advance(first.headIsFull ? step : undefined),
        polledAt: first.polledAt,
      };
    },
    nextDueInMs: async (polledAt) => {
      const { rows } = await database.query<{ dueInMs: number | null }>({
        name: "next_due_delivery",
        text: `select coalesce(
                        (select extract(epoch from next_attempt_at - now())::float8 * 1000 from webhook_deliveries
                          where state = 'pending' and next_attempt_at > $1::timestamptz
                          order by next_attempt_at limit 1),
                        (select 'infinity'::float8 from webhook_deliveries
                          where state = 'pending' and next_attempt_at <= $1::timestamptz
                          order by next_attempt_at limit 1)) as "dueInMs"`,
        values: [polledAt],
      });
      return rows[0]?.dueInMs ?? undefined;
    },
    complete: (delivery, result, outcome) => complete({ delivery, result, outcome }),
    release: async (delivery) => void (await release(delivery)),
  };
}

interface LeaseRow extends LeasedDelivery {
  readonly polledAt: string;
  readonly headIsFull: boolean;
  readonly putOffBySchedule: number;
  readonly putOffByBreaker: number;
  readonly passedOverByHost: number;
  readonly passedOverByAccount: number;
  readonly walk: CursorStep | null;
}

function leaseValues(room: Capacity, deps: DeliveryRepositoryDeps, walk: TargetCursor): unknown[] {
  const { breakers } = room;
  return [
    room.free,
    deps.leaseMs / 1_000,
    HEAD,
    TARGETS_PER_POLL,
    room.perAccount,
    MOST_PER_TARGET,
    deps.firstDelayMs / 1_000,
    room.perHost,
    [...room.accounts.keys()],
    [...room.accounts.values()],
    [...room.hosts.keys()],
    [...room.hosts.values()],
    breakers.map(({ waitMs }) => (waitMs === undefined ? null : waitMs / 1_000)),
    walk.account(),
    [...walk.hosts().keys()],
    breakers.map(({ userId }) => userId),
    breakers.map(({ host }) => host),
    [...walk.hosts().values()],
  ];
}
