import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { startOperationsServer } from "./operations-server.ts";
import { createServiceMetrics } from "./service-metrics.ts";

it.each([
  ["two Host headers", "host: a\r\nhost: b\r\n", 400],
  ["no Host header", "", 400],
  ["one Host header", "host: a\r\n", 200],
])("a call with %s gets its status on the port of metrics", async (_which, hosts, status) => {
  const server = await startOperationsServer({
    ...{ port: 0, host: "127.0.0.1" },
    health: { readiness: async () => ({ ready: true, dependencies: {} }) } as never,
    metrics: createServiceMetrics({ processMetrics: false }),
  });
  const socket = connect({ port: server.port, host: "127.0.0.1" });
  socket.write(`GET /health/live HTTP/1.1\r\n${hosts}connection: close\r\n\r\n`);
  expect(await text(socket)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  await server.close();
});
