import { CLIENTS_OF_A_PROXY, networkOfClient } from "../http/client-address.ts";

/** One client must not make all others wait. Hashes for the service itself have no client. */
const MAX_WAITING_PER_CLIENT = 4;
/** Nor must all clients of one proxy, whose headers may be forged. */
const MAX_WAITING_PER_PROXY = MAX_WAITING_PER_CLIENT * CLIENTS_OF_A_PROXY;

/** Too many passwords wait for a slot. */
export class HasherFull extends Error {
  /** Whether they are this client's. */
  readonly ofClient: boolean;
  constructor(options: { readonly ofClient: boolean }) {
    super("too many passwords are waiting to be hashed");
    this.name = new.target.name;
    this.ofClient = options.ofClient;
  }
}

const isOfProxyOf = (client: string, other: string | undefined) =>
  other !== undefined && networkOfClient(other) === networkOfClient(client);

/** Runs the work of at most `slots` callers at once. Others wait in their order; too many are refused at once. */
export function createSlots(
  slots: number,
  maxWaiting: number,
): <T>(client: string | undefined, work: () => Promise<T>) => Promise<T> {
  const waiting: { readonly client: string | undefined; readonly start: () => void }[] = [];
  let running = 0;
  const requireCapacity = (client: string | undefined) => {
    const ofClient = waiting.filter((other) => client !== undefined && other.client === client);
    const ofProxy = waiting.filter((other) => client !== undefined && isOfProxyOf(client, other.client));
    if (ofClient.length >= MAX_WAITING_PER_CLIENT || ofProxy.length >= MAX_WAITING_PER_PROXY)
      throw new HasherFull({ ofClient: true });
    if (waiting.length >= maxWaiting) throw new HasherFull({ ofClient: false });
  };
  return async (client, work) => {
    if (running >= slots) {
      requireCapacity(client);
      // A finished call hands its slot to the next waiting one, so none can overtake it.
      await new Promise<void>((start) => waiting.push({ client, start }));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next.start();
    }
  };
}
