import type { PostAttempt } from "./post-attempt.ts";

/** A keep-alive connection for one request at a time. */
export interface PooledConnection {
  readonly isConnected: () => boolean;
  readonly destroy: () => void;
}

export interface ConnectionPoolDeps<Connection extends PooledConnection> {
  /** Creates a connection that connects at its first use. It calls `onDisconnect` when its socket closes. */
  readonly open: (url: URL, onDisconnect: () => void) => Connection;
  readonly perHost: number;
}

export type WaitingAttempt = Pick<PostAttempt, "ended" | "signal">;

export interface ConnectionPool<Connection> {
  /** Returns an idle or a new connection to the URL's origin, or waits for one. Undefined once aborted. */
  readonly acquire: (url: URL, attempt: WaitingAttempt) => Promise<Connection | undefined>;
  /** Call once for every acquired connection. An unusable one is replaced. */
  readonly release: (url: URL, connection: Connection, usable: boolean) => void;
  readonly close: () => void;
}

interface Host<Connection> {
  /** Idle and busy connections. */
  readonly open: Set<Connection>;
  /** Oldest first: the newest is used next, so that the others reach their keep-alive timeout. */
  readonly idle: Connection[];
  readonly waiting: Set<(connection: Connection) => void>;
}

/** Caps connections per host, so that a hanging host holds only its share. */
export function createConnectionPool<Connection extends PooledConnection>(
  deps: ConnectionPoolDeps<Connection>,
): ConnectionPool<Connection> {
  const hosts = new Map<string, Host<Connection>>();

  const open = (url: URL, host: Host<Connection>): Connection => {
    const connection: Connection = deps.open(url, () => {
      const at = host.idle.indexOf(connection);
      if (at < 0) return; // busy: its user releases it
      host.idle.splice(at, 1);
      discard(url, host, connection);
    });
    host.open.add(connection);
    return connection;
  };

  const discard = (url: URL, host: Host<Connection>, connection: Connection) => {
    connection.destroy();
    host.open.delete(connection);
    if (host.open.size === 0 && host.waiting.size === 0) hosts.delete(url.origin);
  };

  const acquire = async (url: URL, attempt: WaitingAttempt) => {
    if (attempt.ended() !== undefined) return undefined;
    const host = hosts.get(url.origin) ?? { open: new Set(), idle: [], waiting: new Set() };
    hosts.set(url.origin, host);
    const idle = host.idle.pop();
    if (idle !== undefined) return idle;
    return host.open.size < deps.perHost ? open(url, host) : waitForConnection(host, attempt.signal());
  };

  const release = (url: URL, connection: Connection, usable: boolean) => {
    const host = hosts.get(url.origin);
    if (!host?.open.has(connection)) return; // the pool was closed meanwhile
    const [next] = host.waiting;
    if (next !== undefined) host.waiting.delete(next);
    if (usable && connection.isConnected()) {
      if (next === undefined) host.idle.push(connection);
      else next(connection);
      return;
    }
    connection.destroy();
    host.open.delete(connection);
    if (next !== undefined) next(open(url, host));
    else if (host.open.size === 0) hosts.delete(url.origin);
  };

  const close = () => {
    for (const host of hosts.values()) for (const connection of host.open) connection.destroy();
    hosts.clear();
  };

  return { acquire, release, close };
}

function waitForConnection<Connection>(
  host: Host<Connection>,
  signal: AbortSignal,
): Promise<Connection | undefined> {
  const { promise, resolve } = Promise.withResolvers<Connection | undefined>();
  const onAbort = () => {
    host.waiting.delete(take);
    resolve(undefined);
  };
  const take = (connection: Connection) => {
    signal.removeEventListener("abort", onAbort);
    resolve(connection);
  };
  host.waiting.add(take);
  signal.addEventListener("abort", onAbort, { once: true });
  return promise;
}
