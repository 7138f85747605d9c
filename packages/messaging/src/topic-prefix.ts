import type { MessageBus } from "./message-bus.ts";

/** Adds a prefix to every topic and group, hidden from callers: several installations can share one cluster. */
export function withTopicPrefix<Bus extends MessageBus>(bus: Bus, prefix: string): Bus {
  if (prefix === "") return bus;
  const real = (name: string) => `${prefix}${name}`;
  return {
    ...bus,
    publish: (messages) =>
      bus.publish(messages.map((message) => ({ ...message, topic: real(message.topic) }))),
    subscribe: ({ topic, group, concurrency }, handler) =>
      bus.subscribe({ topic: real(topic), group: real(group), concurrency }, (message, signal) =>
        handler({ ...message, topic }, signal),
      ),
    missingTopics: () => bus.missingTopics().map((topic) => topic.slice(prefix.length)),
    lag: (topic, group) => bus.lag(real(topic), real(group)),
  };
}
