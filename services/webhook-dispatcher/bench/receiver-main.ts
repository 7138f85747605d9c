import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * Keep-alive receivers on all of 127.0.0.0/8. Reports arrivals to its parent: delivery id and time. Hosts of
 * 127.1.0.0/16 respond at once 20 times, then take 30 s for each response; their arrivals are not reported.
 */
const HANGS = /^127\.1\./;
const HANGS_AFTER = 20;
const HANGS_MS = 30_000;
const responses = new Map<string, number>();
let arrived: [string, number][] = [];
const server = createServer((request, response) => {
  const host = request.headers.host ?? "";
  if (HANGS.test(host)) {
    const nth = (responses.get(host) ?? 0) + 1;
    responses.set(host, nth);
    request.resume();
    if (nth > HANGS_AFTER) setTimeout(() => response.end(), HANGS_MS);
    else request.once("end", () => response.end());
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
