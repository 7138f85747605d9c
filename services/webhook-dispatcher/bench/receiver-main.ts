import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * Keep-alive receivers on all of 127.0.0.0/8; tells its parent what has arrived when, by its delivery id. Those of
 * 127.1.0.0/16 answer twenty times, as good ones do, and take half a minute for each answer from then on; what they got is
 * not told.
 */
const HANGS = /^127\.1\./;
const HANGS_AFTER = 20;
const HANGS_MS = 30_000;
const answers = new Map<string, number>();
let arrived: [string, number][] = [];
const server = createServer((request, response) => {
  const host = request.headers.host ?? "";
  if (HANGS.test(host)) {
    const nth = (answers.get(host) ?? 0) + 1;
    answers.set(host, nth);
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
