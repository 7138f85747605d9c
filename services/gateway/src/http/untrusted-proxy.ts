import type { Log } from "@receipts/service-kit";
import type { Express, Request } from "express";

const todo =
  "if this is your proxy, name it in TRUSTED_PROXIES: until then its callers share the limits of five addresses";

/** Logs once that a proxy forwards calls whose senders are not believed: all of them then share its address and limits. */
export function warnOfUntrustedProxy(app: Express, log: Log): (request: Request) => void {
  const isTrusted: (address: string, hop: number) => boolean = app.get("trust proxy fn");
  let isSaid = false;
  return (request) => {
    const { remoteAddress } = request.socket;
    const isForwarded = !isSaid && request.headers["x-forwarded-for"] !== undefined;
    if (isForwarded && remoteAddress !== undefined && !isTrusted(remoteAddress, 0)) {
      isSaid = true;
      log.warn("proxy.untrusted", { peer: remoteAddress, todo });
    }
  };
}
