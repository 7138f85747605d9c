import { z } from "zod";

export type Backend = "postgres" | "kafka" | "redis";

/** Setting of every process that connects to one of them; each backend's own settings have the check. */
export const secureBackendsSetting = z
  .string()
  .regex(
    /^(?:postgres|kafka|redis)(?:,(?:postgres|kafka|redis))*$/,
    "must be names out of postgres, kafka and redis, separated by commas",
  )
  .transform((text) => text.split(",") as readonly Backend[])
  .refine(
    // biome-ignore lint/style/noProcessEnv: Node.js itself reads it there.
    () => process.env["NODE_TLS_REJECT_UNAUTHORIZED"] !== "0",
    "needs certificates that are verified, and NODE_TLS_REJECT_UNAUTHORIZED=0 switches that off: unset it",
  )
  .default([])
  .describe(
    "Backends that are reached only by TLS with a verified certificate, separated by commas: `postgres`, `kafka`, `redis`. With a weaker connection to one of them the process does not start",
  );

/** The one line for a connection that is too weak. It never contains the setting's value. */
export function insecureBackendFault(backend: Backend, setting: string, requirement: string): string {
  return `${setting}: must ${requirement}, because SECURE_BACKENDS names ${backend}; where the network protects it, leave ${backend} out (in the chart: insecureBackends: [${backend}])`;
}
