import { withTimeout } from "@receipts/service-kit";
import { type Kafka, Partitioners, type Producer, type TopicMessages } from "kafkajs";

/** Acknowledged by all in-sync replicas. */
const allReplicas = -1;
/** New partitions are found within this time. */
const metadataMaxAgeMs = 30_000;
const sendTimeoutMs = 5_000;

export interface KafkaProducer {
  /** Resolves when the brokers have stored all messages. Must not be called again before it settles. */
  send(batch: TopicMessages[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * Idempotent producer, replaced after a failed send: kafkajs then reuses sequence numbers, and a broker that had stored
 * the batch silently drops the next one as a repeat. One send at a time, for the same reason.
 */
export function createKafkaProducer(kafka: Kafka): KafkaProducer {
  let current: Promise<Producer> | undefined;

  async function connect(): Promise<Producer> {
    const producer = kafka.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      createPartitioner: Partitioners.DefaultPartitioner,
      metadataMaxAge: metadataMaxAgeMs,
      retry: { initialRetryTime: 50, maxRetryTime: 500, retries: 4 },
    });
    try {
      await producer.connect();
    } catch (error) {
      disconnect(producer);
      throw error;
    }
    return producer;
  }

  function discard(): void {
    const discarded = current;
    current = undefined;
    discarded?.then(disconnect, () => undefined);
  }

  return {
    async send(topicMessages) {
      current ??= connect();
      try {
        const sent = current.then((producer) => producer.sendBatch({ topicMessages, acks: allReplicas }));
        await withTimeout(sent, sendTimeoutMs, "the broker did not acknowledge in time");
      } catch (error) {
        discard();
        throw error;
      }
    },
    async close() {
      const producer = await current?.catch(() => undefined);
      current = undefined;
      await producer?.disconnect().catch(() => undefined);
    },
  };
}

/** Requests in flight fail; no caller waits for them. */
function disconnect(producer: Producer): void {
  producer.disconnect().catch(() => undefined);
}
