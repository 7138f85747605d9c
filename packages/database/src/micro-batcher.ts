/** Runs one item as part of a batch; resolves with the item's own outcome. */
export type MicroBatcher<Item, Outcome> = (item: Item) => Promise<Outcome>;

export interface MicroBatcherOptions<Item, Outcome> {
  /** Returns one outcome an item, in the order of the items. */
  readonly run: (items: readonly Item[]) => Promise<readonly Outcome[]>;
  readonly maxBatch: number;
  /** Whether one item may have failed the batch: then each is retried alone. */
  readonly worthRetryingAlone: (error: unknown) => boolean;
  /** Batches in flight; when all are used, items gather for the next batch. */
  readonly slots: number;
  /**
   * Least time between the starts of two batches, unless the later one is full. If the one before took longer, the
   * database is busy, and the gap grows with it, up to four times. Items share a statement, its log flush and its round
   * trip: half the cost of a batch of twenty is not for its rows. A lone item does not wait. Default: 0.
   */
  readonly gapMs?: number;
  /** Most items that may gather; the next ones reject with `BatcherFull`. Default: no bound. */
  readonly maxWaiting?: number;
  /** A batch has at most one item of each value; the next of that value waits behind the others. Default: no such bound. */
  readonly apart?: (item: Item) => string;
}

/** Times `gapMs`. */
const MAX_GAP_FACTOR = 4;

/** More items arrive than the database takes: rejecting is better than making all wait. */
export class BatcherFull extends Error {
  constructor() {
    super("too many items are waiting for the database");
    this.name = new.target.name;
  }
}

interface Waiting<Item, Outcome> {
  readonly item: Item;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Batches items that arrive together; no delay when idle. If one item fails a batch, all are retried alone, so the
 * others succeed. If the database failed, there is no retry: it would multiply the load.
 */
export function createMicroBatcher<Item, Outcome>(
  options: MicroBatcherOptions<Item, Outcome>,
): MicroBatcher<Item, Outcome> {
  const { maxBatch, gapMs = 0 } = options;
  /** Items that may not share a batch stand in one lane. */
  const lanes = new Map<unknown, Waiting<Item, Outcome>[]>();
  let waitingCount = 0;
  let busy = 0;
  let lastStartAt = Number.NEGATIVE_INFINITY;
  let lastTookMs = 0;
  let isFlushDue = false;
  let isGapDue = false;

  function enqueue(waiting: Waiting<Item, Outcome>): void {
    waitingCount += 1;
    const key = options.apart?.(waiting.item) ?? waiting;
    const lane = lanes.get(key);
    if (lane === undefined) lanes.set(key, [waiting]);
    else lane.push(waiting);
  }

  /** The first item of each lane, up to a full batch. Lanes with more move behind the others. */
  function takeBatch(): readonly Waiting<Item, Outcome>[] {
    const batch: Waiting<Item, Outcome>[] = [];
    const left: [unknown, Waiting<Item, Outcome>[]][] = [];
    for (const [key, lane] of lanes) {
      if (batch.length === maxBatch) break;
      const first = lane.shift();
      if (first !== undefined) batch.push(first);
      if (lane.length > 0) left.push([key, lane]);
      lanes.delete(key);
    }
    for (const [key, lane] of left) lanes.set(key, lane);
    waitingCount -= batch.length;
    return batch;
  }

  function flush(): void {
    while (waitingCount > 0 && busy < options.slots) {
      const now = performance.now();
      const early = lastStartAt + Math.min(Math.max(gapMs, lastTookMs), MAX_GAP_FACTOR * gapMs) - now;
      const isAlone = busy === 0 && waitingCount === 1;
      if (early > 0 && lanes.size < maxBatch && !isAlone) {
        flushIn(early);
        return;
      }
      lastStartAt = now;
      busy += 1;
      void runBatch(options, takeBatch()).finally(() => {
        busy -= 1;
        lastTookMs = performance.now() - now;
        flush();
      });
    }
  }

  function flushIn(ms: number): void {
    if (isGapDue) return;
    isGapDue = true;
    setTimeout(() => {
      isGapDue = false;
      flush();
    }, ms);
  }

  /** One turn of the event loop is enough to gather what arrived together. */
  function flushSoon(): void {
    if (isFlushDue || busy >= options.slots) return;
    isFlushDue = true;
    setImmediate(() => {
      isFlushDue = false;
      flush();
    });
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (waitingCount >= (options.maxWaiting ?? Number.POSITIVE_INFINITY)) throw new BatcherFull();
      enqueue({ item, resolve, reject });
      flushSoon();
    });
}

/**
 * PostgreSQL's error classes 22 (data) and 23 (constraints), and a row that a trigger refuses (42501): one item of a
 * batch is the cause, not the database.
 */
export function isDataFault(error: unknown): boolean {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return typeof code === "string" && /^(?:2[23]|42501$)/.test(code);
}

async function runBatch<Item, Outcome>(
  options: MicroBatcherOptions<Item, Outcome>,
  batch: readonly Waiting<Item, Outcome>[],
): Promise<void> {
  try {
    const outcomes = await options.run(batch.map(({ item }) => item));
    for (const [index, { resolve, reject }] of batch.entries()) {
      const outcome = outcomes[index];
      if (outcome === undefined) reject(new Error("the batch returned fewer outcomes than items"));
      else resolve(outcome);
    }
  } catch (error) {
    if (batch.length > 1 && options.worthRetryingAlone(error)) {
      await Promise.all(batch.map((waiting) => runBatch(options, [waiting])));
    } else {
      for (const { reject } of batch) reject(error);
    }
  }
}
