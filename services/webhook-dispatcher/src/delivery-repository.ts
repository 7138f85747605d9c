import { createMicroBatcher, isDataFault, type Queryable, valuesOfColumns } from "@receipts/database";
import type { PostOutcome, SealedSecrets } from "@receipts/webhooks";
import {
  type AttemptedDelivery,
  attemptColumns,
  type CompletedAttempt,
  completeStatement,
} from "./complete-statement.ts";
import type { DeliveryOutcome } from "./delivery-outcome.ts";
import { leaseStatement } from "./lease-statement.ts";
import { type CursorStep, createTargetCursor, type TargetCursor } from "./target-cursor.ts";

export interface LeasedDelivery extends AttemptedDelivery, SealedSecrets {
  readonly userId: string;
  readonly host: string;
  /** Identifies the account with the endpoint or, for own URLs of requests and deposits, the host. */
  readonly target: string;
  /** The endpoint or the account, whose secret signs. */
  readonly secretOwner: string;
  /** The endpoint's own headers, encrypted. */
  readonly sealedHeaders: Buffer | null;
  /** Null for a webhook that is not about a verification. */
  readonly verificationId: string | null;
  readonly event: string;
  readonly payload: string;
  /** Earlier attempts, in all runs of the schedule. */
  readonly attempts: number;
  /** Earlier attempts in this run. */
  readonly runAttempts: number;
  readonly trigger: "schedule" | "manual";
  readonly httpRequestId: string;
  readonly traceparent: string | null;
  readonly createdAt: Date;
  /** Moves when the schedule or a breaker defers the delivery. */
  readonly dueAt: Date;
  /** The database's time of the lease. Signatures carry it, so that a pod's wrong clock does not matter. */
  readonly leasedAt: Date;
}

/** Deliveries that may be leased now. `perAccount`, `perHost` and `perTarget` hold for those without an entry. */
export interface Capacity {
  readonly free: number;
  readonly perAccount: number;
  readonly perHost: number;
  readonly perTarget: number;
  readonly accounts: ReadonlyMap<string, number>;
  readonly hosts: ReadonlyMap<string, number>;
  /** Leases that one account may have in all, of hosts that are busy. */
  readonly perAccountOnHost: ReadonlyMap<string, number>;
  readonly targets: ReadonlyMap<string, number>;
  readonly onHosts: readonly AccountOnHost[];
  readonly breakers: readonly BreakerGate[];
}

/** Leases of an account on a host, which other accounts may share. */
export interface AccountOnHost {
  readonly host: string;
  readonly userId: string;
  readonly leases: number;
}

export interface BreakerGate {
  readonly target: string;
  /** How long due deliveries are deferred; undefined when half-open: one probe may pass. */
  readonly waitMs: number | undefined;
}

/** Why due deliveries were not leased. */
export type Deferral = "schedule" | "breaker" | "host_cap" | "account_cap" | "rate" | "disabled";

export interface LeaseResult {
  readonly deliveries: readonly LeasedDelivery[];
  readonly deferrals: Readonly<Record<Deferral, number>>;
  /** More deliveries are due than one poll reads. */
  readonly headIsFull: boolean;
  /** More targets wait than one poll visits. The next poll continues from there. */
  readonly hasMoreTargets: boolean;
  /** Milliseconds until a delivery that was skipped because of its endpoint's rate may be sent. */
  readonly rateWaitMs: number | undefined;
  /** The database's time of the poll, as text: a `Date` has no microseconds. */
  readonly polledAt: string;
}

export interface DeliveryRepository {
  leaseDue(capacity: Capacity): Promise<LeaseResult>;
  /**
   * Milliseconds until the next delivery that becomes due after the poll. `Infinity` if all pending ones were due at
   * the poll; undefined if none is pending.
   */
  nextDueInMs(polledAt: string): Promise<number | undefined>;
  /** Records an attempt. Returns false if the lease was lost: a newer attempt must not be overwritten. */
  complete(delivery: LeasedDelivery, result: PostOutcome, outcome: DeliveryOutcome): Promise<boolean>;
  /** Ends the lease early, without counting an attempt. */
  release(delivery: Pick<LeasedDelivery, "id" | "leaseToken">): Promise<void>;
}

export interface DeliveryRepositoryDeps {
  readonly database: Queryable;
  /** Runs the lease statement, which needs a pool planned for index walks. Default: `database`. */
  readonly pollDatabase?: Queryable;
  readonly leaseMs: number;
  /** The schedule's delay before a first attempt. */
  readonly firstDelayMs: number;
}

/** Deliveries that a poll reads from the head of the queue. */
const HEAD = 300;
/** Accounts, and targets of all of them, that a poll visits when more than `HEAD` are due. */
const TARGETS_PER_POLL = 200;
/** Deliveries of one target that a poll reads. */
export const MAX_PER_TARGET = 64;
const BATCH = 200;

export function createDeliveryRepository(deps: DeliveryRepositoryDeps): DeliveryRepository {
  const { database, pollDatabase = database } = deps;
  const cursor = createTargetCursor();

  const complete = createMicroBatcher<CompletedAttempt, boolean>({
    run: async (items) => {
      const { rows } = await database.query<{ id: string; leaseToken: string }>({
        name: "complete_delivery_attempts",
        text: completeStatement,
        values: valuesOfColumns(attemptColumns, items),
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
    leaseDue: async (capacity) => {
      const { rows } = await pollDatabase.query<LeaseRow>({
        name: "lease_due_deliveries",
        text: leaseStatement,
        values: leaseValues(capacity, deps, cursor),
      });
      const [first] = rows;
      if (first === undefined) throw new Error("the lease statement returned no row");
      const step = rows.find((row) => row.cursor !== null)?.cursor ?? undefined;
      return {
        deliveries: rows.filter((row) => row.id !== null),
        deferrals: {
          schedule: first.deferredBySchedule,
          breaker: first.deferredByBreaker,
          host_cap: first.skippedByHostCap,
          account_cap: first.skippedByAccountCap,
          rate: first.skippedByRate,
          disabled: first.disabled,
        },
        headIsFull: first.headIsFull,
        hasMoreTargets: cursor.advance(first.headIsFull ? step : undefined),
        rateWaitMs: first.rateWaitMs === null ? undefined : Math.max(0, first.rateWaitMs),
        polledAt: first.polledAt,
      };
    },
    nextDueInMs: async (polledAt) => {
      const { rows } = await database.query<{ dueInMs: number | null }>({
        name: "next_due_delivery",
        text: `select coalesce(
                        (select extract(epoch from next_attempt_at - now())::float8 * 1000 from webhook_deliveries
                          where state = 'pending' and next_attempt_at > $1::timestamptz and next_attempt_at < 'infinity'
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
  readonly deferredBySchedule: number;
  readonly deferredByBreaker: number;
  readonly skippedByHostCap: number;
  readonly skippedByAccountCap: number;
  readonly skippedByRate: number;
  readonly disabled: number;
  readonly rateWaitMs: number | null;
  readonly cursor: CursorStep | null;
}

function leaseValues(capacity: Capacity, deps: DeliveryRepositoryDeps, cursor: TargetCursor): unknown[] {
  const { breakers } = capacity;
  return [
    capacity.free,
    deps.leaseMs / 1_000,
    HEAD,
    TARGETS_PER_POLL,
    capacity.perAccount,
    MAX_PER_TARGET,
    deps.firstDelayMs / 1_000,
    capacity.perHost,
    [...capacity.accounts.keys()],
    [...capacity.accounts.values()],
    [...capacity.hosts.keys()],
    [...capacity.hosts.values()],
    breakers.map(({ waitMs }) => (waitMs === undefined ? null : waitMs / 1_000)),
    cursor.account(),
    [...cursor.targets().keys()],
    breakers.map(({ target }) => target),
    [...capacity.targets.keys()],
    [...cursor.targets().values()],
    [...capacity.targets.values()],
    capacity.perTarget,
    capacity.onHosts.map(({ host }) => host),
    capacity.onHosts.map(({ userId }) => userId),
    capacity.onHosts.map(({ leases }) => leases),
    [...capacity.perAccountOnHost.keys()],
    [...capacity.perAccountOnHost.values()],
  ];
}
