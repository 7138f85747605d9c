import type { Redis } from "ioredis";
import { FastStoreUnavailable, type Listener, type Unsubscribe } from "../fast-store.ts";
import { createListeners } from "../listeners.ts";
import type { ConnectionWatch } from "./connection-watch.ts";

/** Channels per SUBSCRIBE when all are restored after a reconnect. */
const CHANNELS_PER_COMMAND = 500;

interface RedisSubscriptionsDeps {
  readonly client: Redis;
  readonly watch: ConnectionWatch;
  /** One more is refused like an outage: its caller then polls the database. */
  readonly maxChannels: number;
  readonly retryMs: number;
  readonly onListenerError: ((error: unknown) => void) | undefined;
  readonly onChange: () => void;
}

interface Channel {
  listeners: number;
  subscribed: Promise<unknown>;
}

/**
 * One connection for all channels. A channel is subscribed to while it has listeners. SUBSCRIBE and UNSUBSCRIBE are
 * sent in the order in which `channels` changes, so the server's state ends equal to `channels`.
 */
export function createRedisSubscriptions(deps: RedisSubscriptionsDeps) {
  const { client, watch } = deps;
  const listeners = createListeners(deps.onListenerError);
  const channels = new Map<string, Channel>();
  let restored = client.status === "ready";

  function join(name: string, listener: Listener): { subscribed: Promise<unknown>; leave: () => void } {
    const channel = channels.get(name) ?? open(name);
    channel.listeners += 1;
    const remove = listeners.add(name, listener);
    let left = false;
    const leave = () => {
      if (left) return;
      left = true;
      remove();
      channel.listeners -= 1;
      if (channel.listeners > 0 || channels.get(name) !== channel) return;
      channels.delete(name);
      client.unsubscribe(name).catch(() => undefined); // a lost connection has no subscriptions
    };
    return { subscribed: channel.subscribed, leave };
  }

  function open(name: string): Channel {
    if (channels.size >= deps.maxChannels) {
      throw new FastStoreUnavailable(`this process already listens to ${deps.maxChannels} channels`);
    }
    const channel = { listeners: 0, subscribed: client.subscribe(name) };
    channels.set(name, channel);
    return channel;
  }

  async function restore(): Promise<void> {
    const names = [...channels.keys()];
    const commands: Promise<unknown>[] = [];
    for (let first = 0; first < names.length; first += CHANNELS_PER_COMMAND) {
      const batch = names.slice(first, first + CHANNELS_PER_COMMAND);
      const subscribed = client.subscribe(...batch);
      commands.push(subscribed);
      for (const channel of batch.map((name) => channels.get(name)))
        if (channel) channel.subscribed = subscribed;
    }
    const results = await Promise.allSettled(commands);
    if (client.status !== "ready") return; // the next connection restores
    if (results.some(({ status }) => status === "rejected")) {
      setTimeout(() => client.status === "ready" && restore(), deps.retryMs).unref();
      return;
    }
    restored = true;
    deps.onChange();
  }

  client.on("message", (name: string, message: string) => listeners.deliver(name, message));
  client.on("ready", () => void restore());
  client.on("close", () => {
    restored = false;
    deps.onChange();
  });

  return {
    async subscribe(name: string, listener: Listener): Promise<Unsubscribe> {
      let leave = () => {};
      try {
        await watch.run(async () => {
          const joined = join(name, listener);
          leave = joined.leave;
          await joined.subscribed;
        });
      } catch (error) {
        leave();
        throw error;
      }
      return async () => leave();
    },
    /** False from the loss of the connection until all channels are subscribed to again. */
    areActive: () => restored,
    clear() {
      channels.clear();
      listeners.clear();
    },
  };
}
