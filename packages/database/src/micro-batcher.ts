/** Runs one item as part of a batch; resolves with the item's own outcome. */
export type MicroBatcher<Item, Outcome> = (item: Item) => Promise<Outcome>;

export interface MicroBatcherOptions<Item, Outcome> {
  /** Answers one outcome an item, in the items' order. */
  readonly run: (items: readonly Item[]) => Promise<readonly Outcome[]>;
  readonly maxBatch: number;
  /** Whether a batch failed because of one of its items: then each is tried alone. */
  readonly worthRetryingAlone: (error: unknown) => boolean;
  /** Batches in flight; while all are, arrivals gather for the next. */
  readonly slots: number;
  /**
   * Between the starts of two batches, unless the later one is full; longer, up to four times, where the one before took
   * longer: then the database is busy. Everybody waits that little, and a statement, its log flush and its round trip are
   * shared by more: half of what a batch of twenty costs PostgreSQL is not for its rows. An item that comes while nothing
   * else is under way does not wait. 0 unless told.
   */
  readonly gapMs?: number;
  /** Most items that may gather; the next ones reject with `BatcherFull`. No bound unless told. */
  readonly maxWaiting?: number;
}

/** Times `gapMs`. */
const LONGEST_GAP = 4;

/** More arrives than the database takes: better to say so at once than to let everybody wait. */
export class BatcherFull extends Error {
  constructor() {
    super("too many items are waiting for the database");
    this.name = new.target.name;
  }
}

/**
 * Lets what arrives together travel together: no delay when idle. A batch that one bad item failed is tried
 * again one by one, so that it cannot fail its neighbours; one that the database failed is not, which would multiply it.
 */
export function createMicroBatcher<Item, Outcome>(
  options: MicroBatcherOptions<Item, Outcome>,
): MicroBatcher<Item, Outcome> {
  interface Waiting {
    readonly item: Item;
    readonly resolve: (outcome: Outcome) => void;
    readonly reject: (error: unknown) => void;
  }
  const { maxBatch, gapMs = 0 } = options;
  const queue: Waiting[] = [];
  let busy = 0;
  let lastStartAt = Number.NEGATIVE_INFINITY;
  let lastTookMs = 0;
  let isFlushDue = false;
  let isGapDue = false;

  async function runBatch(batch: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await options.run(batch.map(({ item }) => item));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const outcome = outcomes[index];
        if (outcome === undefined) reject(new Error("the batch answered fewer outcomes than items"));
        else resolve(outcome);
      }
    } catch (error) {
      if (batch.length > 1 && options.worthRetryingAlone(error)) {
        await Promise.all(batch.map((waiting) => runBatch([waiting])));
      } else {
        for (const { reject } of batch) reject(error);
      }
    }
  }

  function flush(): void {
    while (queue.length > 0 && busy < options.slots) {
      const now = performance.now();
      const early = lastStartAt + Math.min(Math.max(gapMs, lastTookMs), LONGEST_GAP * gapMs) - now;
      const isAlone = busy === 0 && queue.length === 1;
      if (early > 0 && queue.length < maxBatch && !isAlone) {
        flushIn(early);
        return;
      }
      lastStartAt = now;
      busy += 1;
      void runBatch(queue.splice(0, maxBatch)).finally(() => {
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

  /** One turn of the event loop lets everything that arrived together gather. */
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
      if (queue.length >= (options.maxWaiting ?? Number.POSITIVE_INFINITY)) throw new BatcherFull();
      queue.push({ item, resolve, reject });
      flushSoon();
    });
}

/** PostgreSQL's classes 22 (data) and 23 (constraints): one item of a batch is at fault, not the database. */
export function isDataFault(error: unknown): boolean {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return typeof code === "string" && /^2[23]/.test(code);
}
