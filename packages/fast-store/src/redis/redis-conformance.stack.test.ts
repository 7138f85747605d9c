import { createTestRedis } from "@receipts/testing";
import { describeFastStoreConformance } from "../../test/conformance/fast-store-conformance.ts";
import { createRedisFastStore } from "./redis-fast-store.ts";

const redis = await createTestRedis();
afterAll(() => redis.kill());

const open = () =>
  createRedisFastStore({
    servers: { kind: "single", node: { host: "127.0.0.1", port: redis.port }, database: 0 },
    keyPrefix: "conformance",
    onListenerError: () => {},
  });

describeFastStoreConformance(
  "the Redis store",
  async () => ({
    store: await open(),
    outage: { begin: () => redis.kill(), end: () => redis.start() },
  }),
  { reopen: open },
);

describeFastStoreConformance(
  "the Redis store, with a hanging Redis,",
  async () => ({
    store: await open(),
    outage: { begin: async () => redis.freeze(), end: async () => redis.thaw() },
  }),
  { reopen: open },
);
