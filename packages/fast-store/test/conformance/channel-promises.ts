import type { Bench, SharedBench } from "./store-under-test.ts";

/** A witness on the channel tells when a message has been through: who was to hear it, has heard it by then. */
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

  async "gives a listener nothing from before its subscription"({ store, unique, until }: Bench) {
    const seen: string[] = [];
    await store.publish(unique("c"), "before");
    await store.subscribe(unique("c"), (message) => seen.push(message));
    await store.publish(unique("c"), "after");
    await until(() => seen.length >= 1);
    expect(seen).toEqual(["after"]);
  },

  async "gives a listener nothing more once it has unsubscribed"({ store, unique, until }: Bench) {
    const [gone, witness]: [string[], string[]] = [[], []];
    const unsubscribe = await store.subscribe(unique("c"), (message) => gone.push(message));
    await store.subscribe(unique("c"), (message) => witness.push(message));
    await store.publish(unique("c"), "a");
    await until(() => gone.length === 1 && witness.length === 1);
    await unsubscribe();
    await store.publish(unique("c"), "b");
    await until(() => witness.length === 2);
    expect(gone).toEqual(["a"]);
  },

  async "hears again after unsubscribing and subscribing anew"({ store, unique, until }: Bench) {
    const seen: string[] = [];
    for (const round of ["one", "two", "three"]) {
      const unsubscribe = await store.subscribe(unique("c"), (message) => seen.push(message));
      await store.publish(unique("c"), round);
      await until(() => seen.at(-1) === round);
      await unsubscribe();
    }
    expect(seen).toEqual(["one", "two", "three"]);
  },

  async "keeps many channels apart"({ store, unique, until }: Bench) {
    const names = Array.from({ length: 200 }, (_, index) => `channel-${index}`);
    const seen: string[] = [];
    const listen = (name: string) =>
      store.subscribe(unique(name), (message) => seen.push(`${name} heard ${message}`));
    const unsubscribes = await Promise.all(names.map(listen));
    await Promise.all(names.map((name) => store.publish(unique(name), name)));
    await until(() => seen.length >= names.length);
    expect(seen.sort()).toEqual(names.map((name) => `${name} heard ${name}`).sort());
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

  async "may be published to where nobody listens"({ store, unique }: Bench) {
    await expect(store.publish(unique("c"), "into the void")).resolves.toBeUndefined();
  },

  async "still answers other questions while it is listened to"({ store, unique }: Bench) {
    await store.subscribe(unique("c"), () => {});
    await store.set(unique("k"), "v", 60_000);
    expect(await store.get(unique("k"))).toBe("v");
  },

  async "keeps a message from no one because another listener throws"({ store, unique, until }: Bench) {
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
