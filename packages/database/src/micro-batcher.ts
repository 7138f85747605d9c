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
}

/**
 * Lets what arrives together travel together: no timer, no delay when idle. A batch that one bad item failed is tried
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
  const queue: Waiting[] = [];
  let busy = 0;

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
      busy += 1;
      void runBatch(queue.splice(0, options.maxBatch)).finally(() => {
        busy -= 1;
        flush();
      });
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject });
      // One turn of the event loop lets everything that arrived together gather.
      if (busy < options.slots) setImmediate(flush);
    });
}
