import { connect as connectTcp, isIP, type LookupFunction, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { refusalOf } from "./address-guard.ts";
import type { PostAttempt } from "./post-attempt.ts";
import { ConnectFault } from "./post-outcome.ts";
import { type LookupHost, resolveHost } from "./resolve-host.ts";
import { hostOf } from "./webhook-url.ts";

export interface GuardedSocketDeps {
  readonly allowPrivate: boolean;
  readonly lookup: LookupHost;
  /** Roots to trust in place of Node's. */
  readonly ca?: string | undefined;
}

/** Node's 250 ms for one of several addresses is less than a round trip across continents and a lost packet. */
const nextAddressAfterMs = 1_000;

/** Resolves, judges, and connects to what was judged. Rejects with a ConnectFault. */
export async function openGuardedSocket(
  url: URL,
  attempt: PostAttempt,
  { allowPrivate, lookup, ca }: GuardedSocketDeps,
): Promise<Socket> {
  const addresses = await checkedAddresses(url, attempt, { allowPrivate, lookup });
  const socket = await connect(url, addresses, { ca, signal: attempt.signal() });
  attempt.took("connectMs");
  if (!allowPrivate && refusalOf(socket.remoteAddress ?? "") !== undefined) {
    socket.destroy();
    throw new ConnectFault("unsafe_address");
  }
  return socket;
}

async function checkedAddresses(
  url: URL,
  attempt: PostAttempt,
  { allowPrivate, lookup }: GuardedSocketDeps,
): Promise<readonly string[]> {
  const host = hostOf(url);
  const resolved = await resolveHost(host, { allowPrivate, lookup, signal: attempt.signal() });
  if (isIP(host) === 0 && attempt.ended() === undefined) attempt.took("dnsMs");
  if (resolved.kind === "unsafe_address") throw new ConnectFault("unsafe_address");
  if (resolved.kind === "unresolved") throw new ConnectFault("dns");
  return resolved.addresses;
}

interface ConnectOptions {
  readonly ca: string | undefined;
  readonly signal: AbortSignal;
}

function connect(url: URL, addresses: readonly string[], { ca, signal }: ConnectOptions): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const secure = url.protocol === "https:";
  const socket = secure ? startTls(url, addresses, ca) : connectTcp(targetOf(url, addresses));
  let stage: "connect" | "tls" = "connect";
  const onFailure = (cause?: unknown) => {
    settle();
    socket.destroy();
    socket.on("error", () => {}); // what a destroyed socket still has to say
    reject(new ConnectFault(stage, { cause }));
  };
  const onReady = () => {
    settle();
    resolve(socket);
  };
  const onAbort = () => onFailure(signal.reason);
  const settle = () => {
    signal.removeEventListener("abort", onAbort);
    socket.off("error", onFailure).off("close", onFailure).off(readyEvent, onReady);
  };
  const readyEvent = secure ? "secureConnect" : "connect";
  if (secure) socket.once("connect", () => (stage = "tls"));
  socket.once(readyEvent, onReady).once("error", onFailure).once("close", onFailure);
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  return promise;
}

/** The name goes to SNI and to the certificate's check, the checked addresses to the socket. */
function startTls(url: URL, addresses: readonly string[], ca: string | undefined): Socket {
  const host = hostOf(url);
  return connectTls({
    ...targetOf(url, addresses),
    servername: isIP(host) === 0 ? host.replace(/\.$/, "") : "",
    ALPNProtocols: ["http/1.1"],
    ...(ca === undefined ? {} : { ca }),
  });
}

function targetOf(url: URL, addresses: readonly string[]) {
  return {
    host: hostOf(url),
    port: Number(url.port === "" ? defaultPort(url) : url.port),
    lookup: answering(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: nextAddressAfterMs,
    noDelay: true,
  };
}

function defaultPort(url: URL): number {
  return url.protocol === "https:" ? 443 : 80;
}

/** Node asks this in place of DNS; for an IP literal it does not ask. */
function answering(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, _options, callback) => callback(null, answers);
}
