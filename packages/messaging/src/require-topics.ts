import { deadLetterTopicOf } from "./dead-letter.ts";
import type { MessageBus } from "./message-bus.ts";

/** For readiness: a consumer without its topics would wait for ever. Those of others do not stop it. */
export async function requireTopics(
  bus: Pick<MessageBus, "missingTopics">,
  topics: readonly string[],
): Promise<void> {
  const own = topics.flatMap((topic) => [topic, deadLetterTopicOf(topic)]);
  const missing = bus.missingTopics().filter((topic) => own.includes(topic));
  if (missing.length > 0) throw new Error(`topics are missing: ${missing.join(", ")}`);
}
