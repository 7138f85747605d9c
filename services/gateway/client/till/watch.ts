/** Notices on an idle page that the device was revoked, the shift has ended, or there is an outage. */
import type { Shift, TillView } from "@receipts/contracts";
import { call, element } from "./api.ts";
import { connectionIn, showConnection, showFailedCall } from "./connection.ts";
import { showOutages } from "./outages.ts";

/** A revoked device is to go blank within seconds; a page that is not in view asks nothing. */
const EVERY_MS = 15_000;
const pathOf = { "sign-in": "/api/till", counter: "/api/till/shift" } as const;
const screens = ["sign-in", "counter"] as const;

export function watchDevice({ onEnded }: { readonly onEnded: () => Promise<void> }): void {
  let isAsking = false;
  const check = async () => {
    const screen = screens.find((id) => !element(id).hidden);
    if (screen === undefined || document.visibilityState !== "visible" || isAsking) return;
    isAsking = true;
    const answer = await call<Shift | TillView>("GET", pathOf[screen]).catch(() => undefined);
    isAsking = false;
    showConnection(connectionIn(answer));
    if (answer?.ok && "outages" in answer.data) showOutages(answer.data.outages);
    if (answer?.status === 401 && !element(screen).hidden) await onEnded().catch(showFailedCall);
  };
  setInterval(check, EVERY_MS);
  document.addEventListener("visibilitychange", check);
}
