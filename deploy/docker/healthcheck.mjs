/**
 * The health check of every image: `healthcheck.mjs [live|ready]` queries the service of this container and exits with
 * 0 or 1. Plain JavaScript on `node:http`, because it starts every few seconds.
 */
import { get } from "node:http";

const TIMEOUT_MS = 4_000;

/** Setting and default of each service's port. */
const ports = {
  gateway: { setting: "PORT", port: 8_080 },
  verifier: { setting: "METRICS_PORT", port: 9_464 },
  "webhook-dispatcher": { setting: "METRICS_PORT", port: 9_464 },
  "bank-sandbox": { setting: "SANDBOX_PORT", port: 8_090 },
};

const { SERVICE = "", ...settings } = process.env;
const probe = process.argv[2] ?? "live";
const target = ports[SERVICE];

if (target === undefined) end(`SERVICE: unknown service ${SERVICE}`);
else {
  const port = settings[target.setting] || target.port;
  // The sandbox has no stores, so its help page is its health.
  const path = SERVICE === "bank-sandbox" ? "/" : `/health/${probe}`;
  const call = get({ host: "127.0.0.1", port, path, timeout: TIMEOUT_MS }, ({ statusCode }) =>
    end(statusCode === 200 ? undefined : `${path}: ${statusCode}`),
  );
  call.on("timeout", () => end(`${path}: no response within ${TIMEOUT_MS} ms`));
  call.on("error", (error) => end(`${path}: ${error.message}`));
}

/** `docker inspect` shows the output. */
function end(fault) {
  if (fault !== undefined) process.stderr.write(`${fault}\n`);
  process.exit(fault === undefined ? 0 : 1);
}
