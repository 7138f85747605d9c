/** Notices on an idle page that the device was revoked, the shift has ended, or there is no connection. */
import { call, element } from "./api.ts";

/** A revoked device is to go blank within seconds; a page that is not in view asks nothing. */
const EVERY_MS = 15_000;
const pathOf = { "sign-in": "/api/till", counter: "/api/till/shift" } as const;
const screens = ["sign-in", "counter"] as const;

export interface Watch {
  readonly onEnded: () => Promise<void>;
  readonly onConnection: (isThere: boolean) => void;
}

export function watchDevice({ onEnded, onConnection }: Watch): void {
  let isAsking = false;
  const check = async () => {
    const screen = screens.find((id) => !element(id).hidden);
    if (screen === undefined || document.visibilityState !== "visible" || isAsking) return;
    isAsking = true;
    try {
      const { status } = await call("GET", pathOf[screen]);
      onConnection(true);
      if (status === 401 && !element(screen).hidden) await onEnded();
    } catch {
      onConnection(false);
    } finally {
      isAsking = false;
    }
  };
  setInterval(check, EVERY_MS);
  document.addEventListener("visibilitychange", check);
}
