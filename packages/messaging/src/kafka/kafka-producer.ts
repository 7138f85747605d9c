import { withTimeout } from "@receipts/service-kit";
import { type Kafka, Partitioners, type Producer, type TopicMessages } from "kafkajs";

/** All in-sync replicas have it. */
const allReplicas = -1;
/** Partitions that were added are found within this time. */
const metadataMaxAgeMs = 30_000;
const sendTimeoutMs = 5_000;

export interface KafkaProducer {
  /** Resolves when the brokers have all of it. Not to be called again before it has answered. */
  send(batch: TopicMessages[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * An idempotent producer that is thrown away after a failed send. kafkajs sets its sequence numbers back when a send
 * fails; when the broker had taken the messages all the same, it takes the next ones for a repetition and drops them
 * in silence. A new producer has a new id, and with it new numbers. For the same reason one send is under way at a
 * time: a second one could go out between a failed send and its repetition, with the numbers of the first.
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
      letGo(producer);
      throw error;
    }
    return producer;
  }

  function discard(): void {
    const discarded = current;
    current = undefined;
    discarded?.then(letGo, () => undefined);
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

/** What it still has under way fails by itself; nobody waits for that. */
function letGo(producer: Producer): void {
  producer.disconnect().catch(() => undefined);
}
