import type { Redis } from "ioredis";
import { FastStoreUnavailable, type Listener, type Unsubscribe } from "../fast-store.ts";
import { createListeners } from "../listeners.ts";
import type { ConnectionWatch } from "./connection-watch.ts";

/** How many channels one SUBSCRIBE names when all of them are taken up again. */
const CHANNELS_A_COMMAND = 500;

interface RedisSubscriptionsDeps {
  readonly client: Redis;
  readonly watch: ConnectionWatch;
  /** One more is refused like an outage: its caller then looks at the truth now and then. */
  readonly maxChannels: number;
  readonly retryMs: number;
  readonly onListenerError: ((error: unknown) => void) | undefined;
  readonly onChange: () => void;
}

interface Channel {
  listeners: number;
  inForce: Promise<unknown>;
}

/**
 * One connection for all channels; a channel is subscribed to while it has listeners. SUBSCRIBE and UNSUBSCRIBE are
 * sent in the order in which `channels` changes, so the server ends with what `channels` holds.
 */
export function createRedisSubscriptions(deps: RedisSubscriptionsDeps) {
  const { client, watch } = deps;
  const listeners = createListeners(deps.onListenerError);
  const channels = new Map<string, Channel>();
  let restored = client.status === "ready";

  function join(name: string, listener: Listener): { inForce: Promise<unknown>; leave: () => void } {
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
      client.unsubscribe(name).catch(() => undefined); // without a connection there is no subscription either
    };
    return { inForce: channel.inForce, leave };
  }

  function open(name: string): Channel {
    if (channels.size >= deps.maxChannels) {
      throw new FastStoreUnavailable(`more than ${deps.maxChannels} channels are listened to`);
    }
    const channel = { listeners: 0, inForce: client.subscribe(name) };
    channels.set(name, channel);
    return channel;
  }

  async function restore(): Promise<void> {
    const names = [...channels.keys()];
    const commands: Promise<unknown>[] = [];
    for (let first = 0; first < names.length; first += CHANNELS_A_COMMAND) {
      const some = names.slice(first, first + CHANNELS_A_COMMAND);
      const inForce = client.subscribe(...some);
      commands.push(inForce);
      for (const channel of some.map((name) => channels.get(name))) if (channel) channel.inForce = inForce;
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
        await watch.ask(async () => {
          const joined = join(name, listener);
          leave = joined.leave;
          await joined.inForce;
        });
      } catch (error) {
        leave();
        throw error;
      }
      return async () => leave();
    },
    /** False from the loss of the connection until every channel is subscribed to again. */
    areInForce: () => restored,
    clear() {
      channels.clear();
      listeners.clear();
    },
  };
}
