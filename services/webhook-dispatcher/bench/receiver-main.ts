import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * Keep-alive receivers on all of 127.0.0.0/8; tells its parent what has arrived when, by its delivery id. Those of
 * 127.0.9.0/24 take half a minute to answer, and what they got is not told.
 */
const HANGS = /^127\.0\.9\./;
const HANGS_MS = 30_000;
let arrived: [string, number][] = [];
const server = createServer((request, response) => {
  if (HANGS.test(request.headers.host ?? "")) {
    request.resume();
    setTimeout(() => response.end(), HANGS_MS);
    return;
  }
  const id = String(request.headers["x-webhook-delivery-id"]);
  arrived.push([id, performance.timeOrigin + performance.now()]);
  request.resume();
  request.once("end", () => response.end());
});
process.on("message", () => {
  process.send?.(arrived);
  arrived = [];
});
process.once("disconnect", () => process.exit(0));
server.listen(0, "0.0.0.0", () => process.send?.((server.address() as AddressInfo).port));
