import { commonSettings } from "@receipts/service-kit";
import { z } from "zod";

const roleOf = (service: string) =>
  z.string().optional().describe(`Role of the ${service}; gets the privileges of its statements`);

/** Settings of `npm run migrate`. */
export const migrationSettings = {
  NODE_ENV: commonSettings.NODE_ENV,
  DATABASE_URL: commonSettings.DATABASE_URL,
  SECURE_BACKENDS: commonSettings.SECURE_BACKENDS,
  APP_DATABASE_ROLE: z.string().optional().describe("One role for all services; gets the privileges of all"),
  GATEWAY_DATABASE_ROLE: roleOf("gateway"),
  VERIFIER_DATABASE_ROLE: roleOf("verifiers"),
  DISPATCHER_DATABASE_ROLE: roleOf("webhook dispatcher"),
};
