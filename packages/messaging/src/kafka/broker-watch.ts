import { withTimeout } from "@receipts/service-kit";
import type { Admin, Kafka } from "kafkajs";
import { isOutage, isStaleMetadata } from "./broker-errors.ts";

const probeTimeoutMs = 3_000;
/** How soon an outage, and its end, are noticed when nobody publishes. */
const probeEveryMs = { whileThere: 5_000, whileAway: 250 };

/** Knows whether the broker is there, and asks it questions. */
export interface BrokerWatch {
  isAvailable(): boolean;
  /** Somebody could not reach it. */
  reportAway(error: unknown): void;
  /** Rejects when the broker does not answer in time. */
  ask<T>(question: (admin: Admin) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface BrokerWatchDeps {
  readonly kafka: Kafka;
  onAway(error: unknown): void;
  onBack(): void;
}

/** Taken to be there until somebody finds otherwise; from then on asked until it answers. */
export function createBrokerWatch(deps: BrokerWatchDeps): BrokerWatch {
  let available = true;
  let closed = false;
  let admin: Promise<Admin> | undefined;
  let timer = scheduleProbe();

  function scheduleProbe(): NodeJS.Timeout {
    const next = setTimeout(() => void probe(), available ? probeEveryMs.whileThere : probeEveryMs.whileAway);
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

  async function ask<T>(question: (admin: Admin) => Promise<T>): Promise<T> {
    admin ??= connect();
    const asked = admin;
    try {
      return await withTimeout(asked.then(question), probeTimeoutMs, "the broker does not answer");
    } catch (error) {
      // A connection that has failed once may hang for good; a picture of who leads is kept for five minutes.
      if (admin === asked && (isOutage(error) || isStaleMetadata(error))) {
        admin = undefined;
        void asked.then((old) => old.disconnect()).catch(() => undefined);
      }
      throw error;
    }
  }

  async function probe(): Promise<void> {
    try {
      await ask((connected) => connected.describeCluster());
      if (!available && !closed) {
        available = true;
        deps.onBack();
      }
    } catch (error) {
      reportAway(error);
    }
    clearTimeout(timer);
    if (!closed) timer = scheduleProbe();
  }

  function reportAway(error: unknown): void {
    if (!available || closed) return;
    available = false;
    deps.onAway(error);
    clearTimeout(timer);
    timer = scheduleProbe();
  }

  return {
    isAvailable: () => available && !closed,
    reportAway,
    ask,
    async close() {
      closed = true;
      clearTimeout(timer);
      await admin?.then((connected) => connected.disconnect()).catch(() => undefined);
    },
  };
}
