import type { Bench, SharedBench } from "./store-under-test.ts";

/** A witness on the channel shows when a message has been delivered to all listeners. */
export const channelPromises = {
  async "reaches every listener of a channel, in order"({ store, unique, until }: Bench) {
    const [one, two]: [string[], string[]] = [[], []];
    await store.subscribe(unique("c"), (message) => one.push(message));
    await store.subscribe(unique("c"), (message) => two.push(message));
    const messages = Array.from({ length: 100 }, (_, index) => String(index));
    for (const message of messages) await store.publish(unique("c"), message);
    await until(() => one.length >= 100 && two.length >= 100);
    expect([one, two]).toEqual([messages, messages]);
  },

  async "calls a listener that subscribed twice twice"({ store, unique, until }: Bench) {
    const seen: string[] = [];
    const listener = (message: string) => void seen.push(message);
    const unsubscribe = await store.subscribe(unique("c"), listener);
    await store.subscribe(unique("c"), listener);
    await store.publish(unique("c"), "a");
    await until(() => seen.length === 2);
    await unsubscribe();
    await unsubscribe();
    await store.publish(unique("c"), "b");
    await until(() => seen.length === 3);
    expect(seen).toEqual(["a", "a", "b"]);
  },

  async "does not deliver messages from before the subscription"({ store, unique, until }: Bench) {
    const seen: string[] = [];
    await store.publish(unique("c"), "before");
    await store.subscribe(unique("c"), (message) => seen.push(message));
    await store.publish(unique("c"), "after");
    await until(() => seen.length >= 1);
    expect(seen).toEqual(["after"]);
  },

  async "does not deliver messages after unsubscribing"({ store, unique, until }: Bench) {
    const [unsubscribed, witness]: [string[], string[]] = [[], []];
    const unsubscribe = await store.subscribe(unique("c"), (message) => unsubscribed.push(message));
    await store.subscribe(unique("c"), (message) => witness.push(message));
    await store.publish(unique("c"), "a");
    await until(() => unsubscribed.length === 1 && witness.length === 1);
    await unsubscribe();
    await store.publish(unique("c"), "b");
    await until(() => witness.length === 2);
    expect(unsubscribed).toEqual(["a"]);
  },

  async "delivers messages after unsubscribing and subscribing again"({ store, unique, until }: Bench) {
    const seen: string[] = [];
    for (const round of ["one", "two", "three"]) {
      const unsubscribe = await store.subscribe(unique("c"), (message) => seen.push(message));
      await store.publish(unique("c"), round);
      await until(() => seen.at(-1) === round);
      await unsubscribe();
    }
    expect(seen).toEqual(["one", "two", "three"]);
  },

  async "separates many channels"({ store, unique, until }: Bench) {
    const names = Array.from({ length: 200 }, (_, index) => `channel-${index}`);
    const seen: string[] = [];
    const listen = (name: string) =>
      store.subscribe(unique(name), (message) => seen.push(`${name} received ${message}`));
    const unsubscribes = await Promise.all(names.map(listen));
    await Promise.all(names.map((name) => store.publish(unique(name), name)));
    await until(() => seen.length >= names.length);
    expect(seen.sort()).toEqual(names.map((name) => `${name} received ${name}`).sort());
    await Promise.all(unsubscribes.map((unsubscribe) => unsubscribe()));
  },

  async "carries messages byte for byte"({ store, unique, until }: Bench) {
    const messages = ["", "ማረጋገጫ 🧾", 'line\nbreak\u0000 "quoted"', "x".repeat(64 * 1024)];
    const seen: string[] = [];
    await store.subscribe(unique("ቻናል"), (message) => seen.push(message));
    for (const message of messages) await store.publish(unique("ቻናል"), message);
    await until(() => seen.length >= messages.length);
    expect(seen).toEqual(messages);
  },

  async "publishes to a channel without listeners"({ store, unique }: Bench) {
    await expect(store.publish(unique("c"), "into the void")).resolves.toBeUndefined();
  },

  async "serves other operations while it has listeners"({ store, unique }: Bench) {
    await store.subscribe(unique("c"), () => {});
    await store.set(unique("k"), "v", 60_000);
    expect(await store.get(unique("k"))).toBe("v");
  },

  async "delivers to all listeners even if one throws"({ store, unique, until }: Bench) {
    const seen: string[] = [];
    await store.subscribe(unique("c"), () => {
      throw new Error("this listener is broken");
    });
    await store.subscribe(unique("c"), (message) => seen.push(message));
    await store.publish(unique("c"), "a");
    await store.publish(unique("c"), "b");
    await until(() => seen.length === 2);
    expect(seen).toEqual(["a", "b"]);
  },
};

export const sharedChannelPromises = {
  async "reaches listeners in another process"({ store, other, unique, until }: SharedBench) {
    const seen: string[] = [];
    await other.subscribe(unique("c"), (message) => seen.push(message));
    await store.publish(unique("c"), "from here");
    await until(() => seen.length === 1);
    expect(seen).toEqual(["from here"]);
  },
};
