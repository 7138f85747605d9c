import { constants } from "node:crypto";
import { isIP, type LookupFunction, type Socket } from "node:net";
import { DEFAULT_CIPHERS } from "node:tls";
import { openTcp, openTls } from "@receipts/service-kit";
import { refusalOf } from "./address-guard.ts";
import type { PostAttempt } from "./post-attempt.ts";
import { ConnectError } from "./post-outcome.ts";
import { type LookupHost, resolveHost } from "./resolve-host.ts";
import { hostOf } from "./webhook-url.ts";

export interface GuardedSocketDeps {
  readonly allowPrivate: boolean;
  readonly lookup: LookupHost;
  /** Root certificates (PEM). Default: Node's. */
  readonly ca?: string | undefined;
}

/** Node's default of 250 ms per address is less than an intercontinental round trip with a lost packet. */
const nextAddressAfterMs = 1_000;

/** Resolves and checks the host, and connects to the checked addresses. Rejects with a `ConnectError`. */
export async function openGuardedSocket(
  url: URL,
  attempt: PostAttempt,
  { allowPrivate, lookup, ca }: GuardedSocketDeps,
): Promise<Socket> {
  const addresses = await checkedAddresses(url, attempt, { allowPrivate, lookup });
  const socket = await connect(url, addresses, { ca, signal: attempt.signal() });
  attempt.endStage("connectMs");
  // Checks the connected address too, as a second line of defence.
  if (!allowPrivate && refusalOf(socket.remoteAddress ?? "") !== undefined) {
    socket.destroy();
    throw new ConnectError("unsafe_address");
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
  if (isIP(host) === 0 && attempt.ended() === undefined) attempt.endStage("dnsMs");
  if (resolved.kind === "unsafe_address") throw new ConnectError("unsafe_address");
  if (resolved.kind === "unresolved") throw new ConnectError("dns");
  return resolved.addresses;
}

interface ConnectOptions {
  readonly ca: string | undefined;
  readonly signal: AbortSignal;
}

function connect(url: URL, addresses: readonly string[], { ca, signal }: ConnectOptions): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const secure = url.protocol === "https:";
  const socket = secure ? startTls(url, addresses, ca) : openTcp(socketOptionsOf(url, addresses));
  let stage: "connect" | "tls" = "connect";
  const onFailure = (cause?: unknown) => {
    removeListeners();
    socket.destroy();
    socket.on("error", () => {}); // late errors of the destroyed socket
    reject(new ConnectError(stage, { cause }));
  };
  const onReady = () => {
    removeListeners();
    resolve(socket);
  };
  const onAbort = () => onFailure(signal.reason);
  const removeListeners = () => {
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

/**
 * A receiver chooses what our thread computes in a handshake: a group of 10,000 bits for Diffie-Hellman takes 1.4 s, and a
 * renegotiation can be asked for again and again. Neither is offered; elliptic curves have known sizes.
 */
const handshake = {
  ciphers: `${DEFAULT_CIPHERS}:!kDHE`,
  ecdhCurve: "X25519:prime256v1:secp384r1:secp521r1",
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
};

/** SNI and the certificate check use the name; the socket uses the checked addresses. */
function startTls(url: URL, addresses: readonly string[], ca: string | undefined): Socket {
  const host = hostOf(url);
  return openTls({
    ...socketOptionsOf(url, addresses),
    servername: isIP(host) === 0 ? host.replace(/\.$/, "") : "",
    ALPNProtocols: ["http/1.1"],
    ...handshake,
    ...(ca === undefined ? {} : { ca }),
  });
}

function socketOptionsOf(url: URL, addresses: readonly string[]) {
  return {
    host: hostOf(url),
    port: Number(url.port === "" ? defaultPort(url) : url.port),
    lookup: lookupOf(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: nextAddressAfterMs,
  };
}

function defaultPort(url: URL): number {
  return url.protocol === "https:" ? 443 : 80;
}

/** Replaces DNS for the socket. For an IP literal Node does not call it. */
function lookupOf(addresses: readonly string[]): LookupFunction {
  const results = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, _options, callback) => callback(null, results);
}
