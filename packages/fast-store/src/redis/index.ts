export type { RedisNode, RedisServers } from "./redis-connection.ts";
export { createRedisFastStore, type RedisFastStoreOptions } from "./redis-fast-store.ts";
export { redisSettingFault } from "./redis-fault.ts";
export { redisFastStoreOptions, redisSettings } from "./redis-settings.ts";
