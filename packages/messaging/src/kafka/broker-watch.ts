import { withTimeout } from "@receipts/service-kit";
import type { Admin, Kafka } from "kafkajs";
import { isOutage, isStaleMetadata } from "./broker-errors.ts";

const probeTimeoutMs = 3_000;
/** How soon an outage and its end are noticed without publishing. */
const probeEveryMs = { whileAvailable: 5_000, whileUnavailable: 250 };

/** Tracks the broker's availability, and runs admin queries. */
export interface BrokerWatch {
  isAvailable(): boolean;
  /** Whether any query has had a response. */
  hasResponded(): boolean;
  /** Call after a connection error. */
  reportOutage(error: unknown): void;
  /** Rejects if the broker does not respond within 3 s. */
  query<T>(run: (admin: Admin) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface BrokerWatchDeps {
  readonly kafka: Kafka;
  /** A query that any broker which works responds to. */
  probe(admin: Admin): Promise<void>;
  onUnavailable(error: unknown): void;
  onAvailable(): void;
}

/** Assumes that the broker is available until a connection error; then probes it until it responds. */
export function createBrokerWatch(deps: BrokerWatchDeps): BrokerWatch {
  let available = true;
  let responded = false;
  let closed = false;
  let admin: Promise<Admin> | undefined;
  let timer = scheduleProbe();

  function scheduleProbe(): NodeJS.Timeout {
    const next = setTimeout(
      () => void probe(),
      available ? probeEveryMs.whileAvailable : probeEveryMs.whileUnavailable,
    );
    return next.unref();
  }

  async function connect(): Promise<Admin> {
    const connecting = deps.kafka.admin({ retry: { initialRetryTime: 50, retries: 1 } });
    try {
      await connecting.connect();
      return connecting;
    } catch (error) {
      void connecting.disconnect().catch(() => undefined);
      throw error;
    }
  }

  async function query<T>(run: (admin: Admin) => Promise<T>): Promise<T> {
    admin ??= connect();
    const queried = admin;
    try {
      const response = await withTimeout(queried.then(run), probeTimeoutMs, "the broker did not respond");
      responded = true;
      return response;
    } catch (error) {
      // A connection that failed once may hang for good, and stale metadata is kept for 5 minutes.
      if (admin === queried && (isOutage(error) || isStaleMetadata(error))) {
        admin = undefined;
        void queried.then((old) => old.disconnect()).catch(() => undefined);
      }
      throw error;
    }
  }

  async function probe(): Promise<void> {
    try {
      await query(deps.probe);
      if (!available && !closed) {
        available = true;
        deps.onAvailable();
      }
    } catch (error) {
      reportOutage(error);
    }
    clearTimeout(timer);
    if (!closed) timer = scheduleProbe();
  }

  function reportOutage(error: unknown): void {
    if (!available || closed) return;
    available = false;
    deps.onUnavailable(error);
    clearTimeout(timer);
    timer = scheduleProbe();
  }

  return {
    isAvailable: () => available && !closed,
    hasResponded: () => responded,
    reportOutage,
    query,
    async close() {
      closed = true;
      clearTimeout(timer);
      await admin?.then((connected) => connected.disconnect()).catch(() => undefined);
    },
  };
}
