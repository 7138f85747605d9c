/**
 * The files of `api/` that also run on real Kafka and Redis (`npm run test:stack`), each with what could differ there.
 * The others see the drivers only through the same statements; `npm run test:stack:all` runs them there too.
 */
const reasons = {
  "app-role": "the service's role of the database, with a request through Kafka",
  "back-pressure": "a slow bank fills a partition",
  "bank-outage": "parked messages come back through the outbox and Kafka",
  batches: "lists are fed to Kafka within bounds, and streamed through Redis",
  "checkout-page-stream": "a page hears of its verdict through Redis",
  "checkout-races": "twins of a receipt in one partition",
  "checkout-receipts": "a deposit's receipt goes through Kafka and back",
  deliveries: "webhooks are told of through verification.finished",
  "erasure-races": "messages of an account that is erased meanwhile",
  "every-bank": "a topic and a group for each bank",
  "limits-and-outages": "rate limits in Redis, and their fallback; the bus and the store away",
  races: "twins, and keys used at once",
  retention: "expired rows whose messages are still on the bus",
  stream: "live status through Redis",
  submit: "accepting, waiting, cached verdicts in Redis",
  "till-crowd": "forty counters wait through Redis",
  "webhook-endpoint-events": "events fan out through Kafka",
  "webhook-listeners": "listeners are woken through Redis",
  webhooks: "delivery after a verdict of another process",
} satisfies Readonly<Record<string, string>>;

export const apiOnStack: readonly string[] = Object.keys(reasons);
