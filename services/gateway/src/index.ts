export { createAccount, findAccount } from "./accounts/account-repository.ts";
export { isWellFormedApiKey, newApiKey } from "./api-keys/api-key-format.ts";
export { insertApiKey } from "./api-keys/api-key-repository.ts";
export { buildGateway, type Gateway, type GatewayDeps } from "./build-gateway.ts";
export { type GatewayConfig, gatewaySettings, readGatewayConfig } from "./gateway-config.ts";
export { createPasswordHasher } from "./passwords/password-hasher.ts";
export { openSession } from "./sessions/session-repository.ts";
export { createSessionTokens } from "./sessions/session-token.ts";
