import { FastStoreUnavailable } from "../fast-store.ts";

/** Above it one command would hold up all that other processes ask of Redis. */
const MOST_IN_COMMAND = 250;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Sends what one turn of the event loop has for Redis as one command of each place: a command costs this process more than
 * all the rest of the call. A place is what a cluster keeps together; elsewhere there is one.
 */
export function createTurnBatch<Item, Result>(options: {
  readonly placeOf: (item: Item) => string;
  /** Resolves with one result an item, in their order. */
  readonly send: (items: readonly Item[]) => Promise<readonly Result[]>;
}): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];

  function flush(): void {
    const all = waiting;
    waiting = [];
    for (const batch of Map.groupBy(all, ({ item }) => options.placeOf(item)).values())
      for (let at = 0; at < batch.length; at += MOST_IN_COMMAND) send(batch.slice(at, at + MOST_IN_COMMAND));
  }

  function send(batch: readonly Waiting<Item, Result>[]): void {
    options
      .send(batch.map(({ item }) => item))
      .then((results) =>
        batch.forEach(({ resolve, reject }, index) => {
          const result = results[index];
          if (result === undefined) reject(new FastStoreUnavailable("Redis left out a result"));
          else resolve(result);
        }),
      )
      .catch((error: unknown) => {
        for (const { reject } of batch) reject(error);
      });
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(flush);
      waiting.push({ item, resolve, reject });
    });
}
