import path from "node:path";
import { type CpuProfile, type ProfileNode, selfTimes } from "./cpu-profile.ts";

/**
 * Maps each file to a layer: the first pattern that matches `<file>#<function>` decides. Our files are named from the
 * repository's root, libraries by package. A file without a layer is an error: no sum would include it.
 */
type Rules = readonly (readonly [pattern: RegExp, layer: string])[];

/** Shared code: its time belongs to the nearest caller with a layer. */
const OF_CALLER = "of its caller";
const EVENT_LOOP = "Node: sockets, timers, event loop";

const everywhere: Rules = [
  [/^node:|^evalmachine|^wasm:/, OF_CALLER],
  [/^packages\/contracts\/|^packages\/service-kit\/src\/time-limits\.ts|^(?:zod|ulid|tslib)\//, OF_CALLER],
  [/^packages\/service-kit\/src\/(?:log|line-buffer)\.ts/, "log"],
  [
    /^(?:winston|winston-transport|logform|triple-beam|readable-stream|safe-stable-stringify|fecha|async)\//,
    "log",
  ],
  [
    /^packages\/(?:service-kit|tracing)\/|^(?:prom-client|tdigest|bintrees|@opentelemetry)\//,
    "metrics and tracing",
  ],
  [/^packages\/(?:backing-services|webhooks|quarantine)\//, "work beside requests"],
];

const gateway: Rules = [
  ...everywhere,
  [/^helmet/, "helmet"],
  [/^services\/gateway\/src\/http\/access-log\.ts/, "log"],
  [/^services\/gateway\/src\/http\/request-context\.ts/, "request context"],
  [
    /^services\/gateway\/src\/http\/(?:caller|require-caller|require-fresh-sign-in|credential-watcher|shared-poller)\.ts/,
    "authentication",
  ],
  [/^services\/gateway\/src\/(?:api-keys|sessions|two-factor)\//, "authentication"],
  [/^services\/gateway\/src\/http\/(?:rate-limits|attempt-limits|client-address)\.ts/, "limits"],
  [
    /^packages\/fast-store\/|^(?:ioredis|@ioredis\/[\w-]+|redis-[\w-]+|standard-as-callback|denque|cluster-key-slot|rate-limiter-flexible|lodash\.[\w]+)\//,
    "limits",
  ],
  [/^packages\/verdicts\/src\/verdict-cache\.ts/, "limits"],
  [/#(?:fingerprintOf|replay)$/, "idempotency"],
  [
    /^services\/gateway\/src\/verification\/(?:[\w-]*admission(?:-statement|-columns)?|admit-cached|saved-accounts)\.ts/,
    "admission",
  ],
  [/^packages\/(?:database|verdicts|settlement)\//, "admission"],
  [/^(?:pg|pg-[\w-]+|postgres-[\w-]+|xtend|split2)\//, "admission"],
  [/^packages\/(?:messaging|outbox)\/|^kafkajs|submit-verification\.ts#publish$/, "publish"],
  [
    /^services\/gateway\/src\/verification\/(?:old-payments|submit-verification|admit-from-cache|publish-job|waiters|submit-routes|verify-command|queue-state|wait-for-verdict|status-record|verification-repository)\.ts/,
    "submit",
  ],
  [/^packages\/banks\//, "submit"],
  [
    /^services\/gateway\/src\/verification\/(?:bank-attempts|wake-at-verdict|build-verification|change-result|queue-resolved|verdict-event|resolve-request|record-resolution|resolve-routes|end-recheck|expire-overdue|forget-idempotency-keys|first-confirmation|request-origin|history-query|read-routes|report-queues|status-stream)\.ts/,
    "work beside requests",
  ],
  [
    /^services\/gateway\/src\/(?:account-lock|purchases|credits|uptime|retention|mail|checkout\/(?:deposits|receipts|page)|reports|takings|deliveries|events|account-webhooks|test-webhook|webhook-(?:endpoints|listeners)|restore|operations|audit|admin|batches|branches|downloads|payments|reconciliations|members|team|telegram|tills|accounts|bank-accounts|checkout\/checkout-keys|profile|passwords|examples|receipt-files|reviews)\//,
    "work beside requests",
  ],
  [
    /^services\/gateway\/src\/http\/(?:account-turns|api-problem|app|as-caller|body-places|bytes-body|connection-limits|database-outage|file-places|form-body|json-body|json-values|list-page|missing-field|mount-page|mount-routes|mounted-routes|open-streams|owned-row|page-clients|page-parts|parser-refusal|read-in-turn|receive-body|requested-period|require-same-origin|send-file|send-problem|send-result|slow-reader|time-zone|validation|webhook-host-guard)\.ts/,
    "HTTP",
  ],
  [/^services\/gateway\/src\/(?:checkout\/http|checkout|pages)\//, "HTTP"],
  [
    /^services\/gateway\/src\/(?:active-credentials|build-[\w-]+|prepare-mail|gateway-config|gateway-parts|index|main|write-clients-main)\.ts/,
    "work beside requests",
  ],
  [/^packages\/(?:web-pages|dashboard|documentation)\//, "HTTP"],
  [
    /^(?:express|csv-parse|hucre|router|body-parser|raw-body|qs|finalhandler|send|serve-static|content-type|type-is|media-typer|mime-types|mime-db|vary|on-finished|ee-first|etag|fresh|bytes|iconv-lite|http-errors|depd|debug|parseurl|path-to-regexp|proxy-addr|forwarded|ipaddr\.js|range-parser|statuses|content-disposition|cookie|cookie-signature|accepts|negotiator|encodeurl|escape-html|merge-descriptors|setprototypeof|inherits|toidentifier|unpipe|safer-buffer|once|wrappy|ms)\//,
    "HTTP",
  ],
];

const verifier: Rules = [
  ...everywhere,
  [
    /^packages\/messaging\/|^kafkajs|^services\/verifier\/src\/(?:verification-requested-consumer|fair-slots)\.ts/,
    "messages",
  ],
  [
    /^services\/verifier\/src\/(?:claim-repository|held-claims|unpark-requests|park-verification|requeue-unfinished|rechecks|wait-for-booking)\.ts/,
    "claim",
  ],
  [
    /^packages\/banks\/src\/(?:bank-http-client|bank-endpoint|bank-failure|bank-relays|block-page|egress-proxy|known-hosts|racing-connections|staggered-race|relay|same-host-redirect|stale-lookup|usual-time|[\w-]+\/[\w-]+-protocol|adapters)/,
    "ask",
  ],
  [
    /^(?:axios|follow-redirects|form-data|proxy-from-env|combined-stream|delayed-stream|asynckit|mime-types|mime-db|undici|https-proxy-agent|http-proxy-agent|agent-base|debug|ms|hasown|function-bind|es-set-tostringtag|es-errors|get-intrinsic)\//,
    "ask",
  ],
  [
    /^services\/verifier\/src\/(?:query-bank|bank-breaker|recent-attempts|counted-breaker|bank-relays|require-known|service-time|attempt-tally|canary|probe-idle-bank|probe-daily|quarantine-document)\.ts|^opossum/,
    "ask",
  ],
  [/^packages\/banks\//, "read"],
  [
    /^(?:cheerio|domhandler|htmlparser2|parse5|css-select|css-what|domutils|dom-serializer|entities|boolbase|nth-check|domelementtype|unpdf|jsonc?-|secure-json)/,
    "read",
  ],
  [/^packages\/settlement\//, "match"],
  [
    /^services\/verifier\/src\/(?:verify-receipt|coalesced-query|conclude-verification|receiver-check|try-next-candidate)\.ts/,
    "verdict",
  ],
  [
    /^packages\/verdicts\/src\/verdict-cache\.ts|^packages\/verdicts\/src\/live-status\.ts/,
    "cache and live status",
  ],
  [
    /^packages\/fast-store\/|^(?:ioredis|@ioredis\/[\w-]+|redis-[\w-]+|standard-as-callback|denque|cluster-key-slot|rate-limiter-flexible|lodash\.[\w]+)\//,
    "cache and live status",
  ],
  [/^packages\/(?:verdicts|outbox)\//, "record"],
  [
    /^packages\/database\/|^(?:pg|pg-[\w-]+|postgres-[\w-]+|xtend|split2)\//,
    "claim and record: PostgreSQL's client",
  ],
  [/^services\/verifier\/src\/(?:build-verifier|index|main|verifier-config)\.ts/, "work beside requests"],
];

export const layerRules = { gateway, verifier };

export interface LayerTime {
  readonly layer: string;
  readonly micros: number;
  /** Part of `micros` in libraries, and in Node on their behalf. */
  readonly inLibraries: number;
}

const root = path.join(import.meta.dirname, "../../..");

/** Returns the busy time of a profile by layer. Throws with the names of files that have none. */
export function layersOf(profile: CpuProfile, rules: Rules): LayerTime[] {
  const own = selfTimes(profile);
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const sums = new Map<string, { micros: number; inLibraries: number }>();
  const unknown = new Set<string>();
  const walk = (node: ProfileNode, caller: Placed | undefined): void => {
    const place = placeOf(node, rules, unknown) ?? caller;
    const layer = place?.layer ?? EVENT_LOOP;
    const micros = node.callFrame.functionName === "(idle)" ? 0 : (own.get(node.id) ?? 0);
    const sum = sums.get(layer) ?? { micros: 0, inLibraries: 0 };
    sum.micros += micros;
    if (place?.isLibrary === true) sum.inLibraries += micros;
    sums.set(layer, sum);
    for (const child of node.children ?? []) {
      const next = nodes.get(child);
      if (next !== undefined) walk(next, place);
    }
  };
  const [top] = profile.nodes;
  if (top !== undefined) walk(top, undefined);
  if (unknown.size > 0) throw new Error(`no layer in layers.ts has:\n${[...unknown].join("\n")}`);
  return [...sums]
    .filter(([, { micros }]) => micros > 0)
    .map(([layer, sum]) => ({ layer, ...sum }))
    .toSorted((a, b) => b.micros - a.micros);
}

interface Placed {
  readonly layer: string;
  readonly isLibrary: boolean;
}

const native = new Map([
  ["(garbage collector)", "garbage collector"],
  ["(program)", "native code and system calls"],
]);

function placeOf({ callFrame }: ProfileNode, rules: Rules, unknown: Set<string>): Placed | undefined {
  const { functionName, url } = callFrame;
  const nativeLayer = native.get(functionName);
  if (nativeLayer !== undefined) return { layer: nativeLayer, isLibrary: false };
  if (url === "") return undefined;
  const file = nameOf(url);
  const layer = layerOf(`${file}#${functionName}`, rules);
  if (layer === undefined) unknown.add(`${file}#${functionName}`);
  if (layer === undefined || layer === OF_CALLER) return undefined;
  return { layer, isLibrary: url.includes("/node_modules/") };
}

export const layerOf = (name: string, rules: Rules): string | undefined =>
  rules.find(([pattern]) => pattern.test(name))?.[1];

function nameOf(url: string): string {
  const inLibrary = url.lastIndexOf("/node_modules/");
  if (inLibrary >= 0) return url.slice(inLibrary + "/node_modules/".length);
  return url.replace(`file://${root}/`, "");
}
