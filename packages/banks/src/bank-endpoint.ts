import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { isEscapedWell } from "@receipts/service-kit";
import type { BankEnvironment } from "./bank-adapter.ts";
import type { ConnectionRace } from "./racing-connections.ts";

/** One host of a bank, with its defaults. */
export interface BankEndpoint {
  /** Prefix of settings about the host: `BANK_CBE_LEGACY`. */
  readonly hostSetting: string;
  /** Prefix of settings about the bank: `BANK_CBE`. */
  readonly bankSetting: string;
  /** Used in descriptions: "telebirr receipt pages". */
  readonly title: string;
  readonly baseUrl: string;
  readonly timeoutMs: number;
  /** False if a reused connection is known to stall. */
  readonly keepAlive: boolean;
  /** For hosts that refuse a ClientHello of a newer version. */
  readonly maxTlsVersion?: "TLSv1.2";
  /** For hosts that leave connections hanging, also through a proxy. */
  readonly connectionRace?: ConnectionRace;
}

/** An endpoint after configuration. */
export interface ConfiguredEndpoint {
  readonly title: string;
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly keepAlive: boolean;
  readonly maxTlsVersion: "TLSv1.2" | undefined;
  readonly connectionRace: ConnectionRace | undefined;
  readonly verifyTls: boolean;
  /** Content of the CA file. */
  readonly extraCa: string | undefined;
  /** Whether this is the host of `BANK_SANDBOX_URL`. */
  readonly isSandbox: boolean;
  /** Relays; if empty, the bank is queried directly. May hold passwords: never printed. */
  readonly proxyUrls: readonly string[];
}

export interface BankSetting {
  readonly name: string;
  readonly default: string;
  readonly description: string;
}

export type WarnOperator = (event: string, fields: Readonly<Record<string, unknown>>) => void;

const defaultMaxBytes = 2 * 1024 * 1024;

function settingNames({ hostSetting, bankSetting }: BankEndpoint) {
  return {
    baseUrl: `${hostSetting}_BASE_URL`,
    timeoutMs: `${bankSetting}_TIMEOUT_MS`,
    maxBytes: `${bankSetting}_MAX_BYTES`,
    proxyUrl: `${bankSetting}_PROXY_URL`,
    tlsVerify: `${hostSetting}_TLS_VERIFY`,
    caFile: `${hostSetting}_CA_FILE`,
    handshakeMs: `${bankSetting}_HANDSHAKE_MS`,
  };
}

/** The settings of an endpoint. The configuration page and the reader both use this table. */
export function endpointSettings(endpoint: BankEndpoint): readonly BankSetting[] {
  const names = settingNames(endpoint);
  const { title } = endpoint;
  return [
    {
      name: names.baseUrl,
      default: endpoint.baseUrl,
      description: `Host of ${title}: scheme, host and port only; \`http://\` lets anyone on the network path forge receipts`,
    },
    {
      name: names.timeoutMs,
      default: String(endpoint.timeoutMs),
      description:
        "Time limit of one attempt, from connecting to the last byte, within the `BANK_BUDGET_MS` of all attempts; 100 to 120000",
    },
    {
      name: names.maxBytes,
      default: String(defaultMaxBytes),
      description: "Maximum size of a document after decompression; 1024 to 67108864",
    },
    {
      name: names.proxyUrl,
      default: "",
      description:
        "HTTP proxies for requests to this bank, `http://user:password@host:port`, separated by commas (`deploy/relays.md`); empty: direct requests",
    },
    {
      name: names.tlsVerify,
      default: "true",
      description: `\`false\` accepts any certificate from the host of ${title}; prefer a CA file`,
    },
    {
      name: names.caFile,
      default: "",
      description: `PEM file of certificates to trust for ${title}, besides the usual ones`,
    },
    ...(endpoint.connectionRace === undefined
      ? []
      : [handshakeSetting(names.handshakeMs, endpoint.connectionRace)]),
  ];
}

function handshakeSetting(name: string, { parallel, handshakeMs, rounds }: ConnectionRace): BankSetting {
  return {
    name,
    default: String(handshakeMs),
    description: `Time limit of the TLS handshake for the first ${parallel} connections, opened in parallel. Each of ${rounds} rounds doubles it, within the attempt's time; 100 to 60000`,
  };
}

/** Throws an `Error` that lists every wrong setting and quotes no value. */
export function readEndpoint(endpoint: BankEndpoint, env: BankEnvironment): ConfiguredEndpoint {
  const names = settingNames(endpoint);
  const faults: string[] = [];
  const read = <T>(name: string, fallback: T, parse: (text: string) => T | undefined, rule: string): T => {
    const text = env[name];
    if (text === undefined || text === "") return fallback;
    const value = parse(text);
    if (value === undefined) faults.push(`  ${name}: ${rule}`);
    return value ?? fallback;
  };
  const baseUrl = read(names.baseUrl, endpoint.baseUrl, parseOrigin, "must be a scheme, host and port only");
  const configured: ConfiguredEndpoint = {
    title: endpoint.title,
    keepAlive: endpoint.keepAlive,
    maxTlsVersion: endpoint.maxTlsVersion,
    connectionRace: endpoint.connectionRace && {
      ...endpoint.connectionRace,
      handshakeMs: read(
        names.handshakeMs,
        endpoint.connectionRace.handshakeMs,
        integer(100, 60_000),
        "must be 100 to 60000",
      ),
    },
    baseUrl,
    isSandbox: isSandbox(baseUrl, env),
    timeoutMs: read(names.timeoutMs, endpoint.timeoutMs, integer(100, 120_000), "must be 100 to 120000"),
    maxBytes: read(names.maxBytes, defaultMaxBytes, integer(1_024, 67_108_864), "must be 1024 to 67108864"),
    verifyTls: read(names.tlsVerify, true, parseBoolean, "must be true or false"),
    extraCa: read<string | undefined>(
      names.caFile,
      undefined,
      readCertificates,
      "must be a readable PEM file of certificates",
    ),
    proxyUrls: read<readonly string[]>(names.proxyUrl, [], parseProxyUrls, proxyRule),
  };
  if (configured.proxyUrls.length > 1 && configured.baseUrl.startsWith("http:"))
    faults.push(`  ${names.proxyUrl}: several proxies need an https host in ${names.baseUrl}`);
  if (faults.length > 0) throw new Error(`Bad configuration:\n${faults.join("\n")}`);
  return configured;
}

const isSandbox = (baseUrl: string, env: BankEnvironment): boolean =>
  baseUrl !== "" && baseUrl === parseOrigin(env["BANK_SANDBOX_URL"] ?? "");

/** Whether the configured host of this endpoint is that of `BANK_SANDBOX_URL`. */
export function isSandboxed(endpoint: BankEndpoint, env: BankEnvironment): boolean {
  const text = env[settingNames(endpoint).baseUrl] || endpoint.baseUrl;
  return isSandbox(parseOrigin(text) ?? "", env);
}

function parseOrigin(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || !["http:", "https:"].includes(url.protocol)) return undefined;
  return url.href === `${url.origin}/` ? url.origin : undefined;
}

/** The file's text. Undefined if it cannot be read or contains anything that Node would silently not trust. */
function readCertificates(path: string): string | undefined {
  try {
    const text = readFileSync(path, "utf8");
    const blocks = text.split(/(?=-----BEGIN )/).filter((block) => block.startsWith("-----BEGIN "));
    for (const block of blocks) new X509Certificate(block);
    return blocks.length === 0 ? undefined : text;
  } catch {
    return undefined;
  }
}

const proxyRule =
  "must be http:// with a host, a port and optionally a user and a password (a comma in it as %2C); separate several by commas, without duplicates";

function parseProxyUrls(text: string): readonly string[] | undefined {
  const urls = text.split(",").map((part) => parseProxyUrl(part.trim()));
  const known = urls.filter((url) => url !== undefined);
  const hosts = new Set(known.map((url) => new URL(url).host));
  return hosts.size === urls.length ? known : undefined;
}

/** The connection to the proxy is not encrypted; requests through it to an https host are. */
function parseProxyUrl(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || url.protocol !== "http:") return undefined;
  const isBare = url.pathname === "/" && url.search === "" && url.hash === "";
  return isBare && isEscapedWell(url.username) && isEscapedWell(url.password) ? url.href : undefined;
}

function integer(min: number, max: number): (text: string) => number | undefined {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : undefined;
    return value !== undefined && value >= min && value <= max ? value : undefined;
  };
}

function parseBoolean(text: string): boolean | undefined {
  return text === "true" ? true : text === "false" ? false : undefined;
}
