import { FastStoreUnavailable } from "../fast-store.ts";

/** A larger command would delay other processes' commands in Redis. */
const MAX_PER_COMMAND = 250;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Sends the items of one event-loop tick as one command per group: a command costs this process more than the rest of
 * the call. Items of one group share a cluster slot; without a cluster there is one group.
 */
export function createTickBatcher<Item, Result>(options: {
  readonly groupOf: (item: Item) => string;
  /** Resolves with one result per item, in order. */
  readonly send: (items: readonly Item[]) => Promise<readonly Result[]>;
}): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];

  function flush(): void {
    const all = waiting;
    waiting = [];
    for (const batch of Map.groupBy(all, ({ item }) => options.groupOf(item)).values())
      for (let at = 0; at < batch.length; at += MAX_PER_COMMAND) send(batch.slice(at, at + MAX_PER_COMMAND));
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
