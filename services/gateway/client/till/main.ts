/** The cashier's page: sets up the screens, and opens the one that the device is ready for. */
import type { Shift } from "@receipts/contracts";
import { call, element, fault, stored, texts } from "./api.ts";
import { ServiceFault, showConnection, showFailedCall } from "./connection.ts";
import { fillIn, forget, openCounter, openCounterAlone, setUpCounter } from "./counter.ts";
import { openDevice, setUpDevice, showDevice, showPlace, viewTill } from "./device.ts";
import { showOutages } from "./outages.ts";
import { leavePicture, setUpPicture } from "./picture.ts";
import { listPayments } from "./shift.ts";
import { prepareSound, setUpSignals } from "./signals.ts";
import { watchDevice } from "./watch.ts";

const RETRY_MS = 3_000;
let isWaiting = false;

/** Tries again until the server responds: a page that opens offline is ready once it is back. */
async function start(): Promise<void> {
  try {
    await open();
    showConnection("there");
  } catch (error) {
    showFailedCall(error);
    openCounterAlone();
    if (isWaiting) return;
    isWaiting = true;
    const askedToWaitMs = error instanceof ServiceFault ? error.retryAfterMs : 0;
    await new Promise((resolve) => setTimeout(resolve, Math.max(RETRY_MS, askedToWaitMs)));
    isWaiting = false;
    await start();
  }
}

/** Asks all at once: on a slow line each round trip is half a second. */
async function open(): Promise<void> {
  const shiftAsked = call<Shift>("GET", "/api/till/shift");
  const [till, shift, payments] = await Promise.all([viewTill(), shiftAsked, listPayments()]);
  if (till.ok) showPlace(till.data);
  // A browser that is signed in to the dashboard has a session without a shift: 403.
  if (!shift.ok && shift.status !== 401 && shift.status !== 403) throw new ServiceFault("shift", shift);
  if (shift.ok) showOutages(shift.data.outages);
  // A revoked device keeps nothing of a customer.
  if (!till.ok && till.status === 401) forget();
  if (!till.ok || !shift.ok || !openCounter(payments)) showDevice(till);
}

/** The session has ended, or the device was revoked. */
async function endShift(): Promise<void> {
  leavePicture();
  if (scanner().open) scanner().close();
  await openDevice(texts.signIn.ended);
  if (!element("enroll").hidden) forget();
}

/** What another cashier typed or sent is not for this one. */
async function beginShift(cashierId: string): Promise<void> {
  if (stored.read("cashier") !== cashierId) forget();
  stored.write("cashier", cashierId);
  prepareSound();
  openCounter(await listPayments());
}

async function signOut(): Promise<void> {
  forget();
  await call("POST", "/api/till/sign-out", { body: {} });
  await openDevice();
}

const scanner = () => element<HTMLDialogElement>("scanner");

async function scanCamera(): Promise<void> {
  try {
    const { readCamera } = await import("@receipts/web-pages/client/scan");
    const text = await readCamera(scanner(), element<HTMLVideoElement>("video"));
    if (text === undefined) return;
    fault("reference", "");
    fillIn({ reference: text });
  } catch {
    fault("reference", texts.verify.noCamera);
  }
}

setUpSignals();
setUpDevice({ onShift: beginShift, onUnsent: showFailedCall });
setUpCounter({ ended: endShift });
watchDevice({ onEnded: endShift });
element("sign-out").addEventListener("click", () => signOut().catch(showFailedCall));
element("camera").hidden = navigator.mediaDevices === undefined;
element("camera").addEventListener("click", scanCamera);
setUpPicture({ ended: endShift });
element("scanner-close").addEventListener("click", () => scanner().close());
const showLine = () => showConnection(navigator.onLine ? "there" : "away");
for (const event of ["online", "offline"]) addEventListener(event, showLine);
showLine();
void start();
// After the first load: it fetches the same files.
addEventListener("load", () =>
  navigator.serviceWorker?.register("/till/worker.js", { scope: "/till" }).catch(() => {}),
);
