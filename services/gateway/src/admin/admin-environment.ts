import { readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { checkDatabaseUrl } from "@receipts/database";
import {
  commonSettings,
  type Environment,
  quarantineSettings,
  readConfiguration,
  webhookSettings,
} from "@receipts/service-kit";
import { gatewaySettings } from "../gateway-config.ts";

export const adminSettings = {
  NODE_ENV: commonSettings.NODE_ENV,
  DATABASE_URL: commonSettings.DATABASE_URL,
  SECURE_BACKENDS: commonSettings.SECURE_BACKENDS,
  // Only commands that create a secret need it.
  SECRETS_ENCRYPTION_KEY: webhookSettings.SECRETS_ENCRYPTION_KEY.optional(),
  SECRETS_ENCRYPTION_KEYS_PREVIOUS: webhookSettings.SECRETS_ENCRYPTION_KEYS_PREVIOUS,
  ...quarantineSettings,
  API_KEY_PREFIX: gatewaySettings.API_KEY_PREFIX,
};

export type AdminEnvironment = ReturnType<typeof readAdminEnvironment>;

/**
 * Reads the services' settings. Without DATABASE_URL, reads those that a running standalone stored in its data
 * folder.
 */
export function readAdminEnvironment(env: Environment) {
  const isGiven = ["DATABASE_URL", "DATABASE_URL_FILE"].some((name) => (env[name] ?? "") !== "");
  if (isGiven) {
    const config = readConfiguration(adminSettings, env);
    checkDatabaseUrl(config);
    return config;
  }
  const file = path.join(env["DATA_DIR"] ?? ".data", "standalone.env");
  return readConfiguration(adminSettings, {
    ...parseFile(file),
    ...env,
    DATABASE_URL: parseFile(file)["DATABASE_URL"],
  });
}

function parseFile(file: string): Environment {
  try {
    return parseEnv(readFileSync(file, "utf8"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return {};
    throw error;
  }
}
