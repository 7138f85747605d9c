export * from "./child-environment.ts";
export * from "./hostile-receivers.ts";
export * from "./local-server.ts";
export * from "./openapi-check.ts";
export * from "./self-signed-certificate.ts";
export * from "./test-database.ts";
export * from "./test-redis.ts";
export * from "./until.ts";
