/**
 * The health check of every image: `healthcheck.mjs [live|ready]` asks the service of this container and ends with 0 or 1.
 * Plain JavaScript on `node:http`, because it is started every few seconds.
 */
import { get } from "node:http";

const TIMEOUT_MS = 4_000;

/** Where each service answers: the setting of its port, and that setting's default. */
const ports = {
  gateway: { setting: "PORT", port: 8_080 },
  verifier: { setting: "METRICS_PORT", port: 9_464 },
  "webhook-dispatcher": { setting: "METRICS_PORT", port: 9_464 },
  "bank-sandbox": { setting: "SANDBOX_PORT", port: 8_090 },
};

const { SERVICE = "", ...settings } = process.env;
const question = process.argv[2] ?? "live";
const where = ports[SERVICE];

if (where === undefined) end(`SERVICE: there is no service ${SERVICE}`);
else {
  const port = settings[where.setting] || where.port;
  // The sandbox has no stores that it could wait for: its help page is its health.
  const path = SERVICE === "bank-sandbox" ? "/" : `/health/${question}`;
  const call = get({ host: "127.0.0.1", port, path, timeout: TIMEOUT_MS }, ({ statusCode }) =>
    end(statusCode === 200 ? undefined : `${path}: ${statusCode}`),
  );
  call.on("timeout", () => end(`${path}: no answer within ${TIMEOUT_MS} ms`));
  call.on("error", (error) => end(`${path}: ${error.message}`));
}

/** Docker shows what is printed in `docker inspect`. */
function end(fault) {
  if (fault !== undefined) process.stderr.write(`${fault}\n`);
  process.exit(fault === undefined ? 0 : 1);
}
