export type { RedisNode, RedisServers } from "./redis-connection.ts";
export { createRedisFastStore, type RedisFastStoreOptions } from "./redis-fast-store.ts";
export { redisFastStoreOptions, redisSettings } from "./redis-settings.ts";
