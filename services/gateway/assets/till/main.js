/** The cashier's page: sets up the screens, and opens the one that the device is ready for. */
import { call, element, fault, stored, texts } from "./api.js";
import { fillIn, forget, openCounter, setUpCounter } from "./counter.js";
import { openDevice, setUpDevice, showPlace } from "./device.js";
import { leavePicture, setUpPicture } from "./picture.js";
import { prepareSound, setUpSignals } from "./signals.js";
import { watchDevice } from "./watch.js";

const RETRY_MS = 3_000;
let isWaiting = false;

/** Tries again until the server responds: a page that opens offline is ready once it is back. */
async function start() {
  try {
    const till = await call("GET", "/api/till");
    const shift = till.status === 200 ? await call("GET", "/api/till/shift") : till;
    if (till.status === 200) showPlace(till.data);
    if (shift.status === 200 && (await openCounter())) return;
    await openDevice();
  } catch {
    unsent();
    if (isWaiting) return;
    isWaiting = true;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    isWaiting = false;
    await start();
  }
}

function unsent() {
  showConnection(false);
}

function showConnection(isThere) {
  element("offline").hidden = isThere;
}

/** The session has ended, or the device was revoked. */
async function endShift() {
  leavePicture();
  if (element("scanner").open) element("scanner").close();
  await openDevice(texts.signIn.ended);
}

/** What another cashier typed or sent is not for this one. */
async function beginShift(cashierId) {
  if (stored.read("cashier") !== cashierId) forget();
  stored.write("cashier", cashierId);
  prepareSound();
  await openCounter();
}

async function signOut() {
  forget();
  await call("POST", "/api/till/sign-out", { body: {} });
  await openDevice();
}

async function scanCamera() {
  try {
    const { readCamera } = await import("./scan.js");
    const text = await readCamera(element("scanner"), element("video"));
    if (text === undefined) return;
    fault("reference", "");
    fillIn({ reference: text });
  } catch {
    fault("reference", texts.verify.noCamera);
  }
}

setUpSignals();
setUpDevice({ onShift: beginShift, onUnsent: unsent });
setUpCounter({ ended: endShift });
watchDevice({ onEnded: endShift, onConnection: showConnection });
element("sign-out").addEventListener("click", () => signOut().catch(unsent));
element("camera").hidden = navigator.mediaDevices === undefined;
element("camera").addEventListener("click", scanCamera);
setUpPicture({ ended: endShift });
element("scanner-close").addEventListener("click", () => element("scanner").close());
for (const event of ["online", "offline"]) addEventListener(event, () => showConnection(navigator.onLine));
showConnection(navigator.onLine);
void start();
// After the first load: it fetches the same files.
addEventListener("load", () =>
  navigator.serviceWorker?.register("/till/worker.js", { scope: "/till" }).catch(() => {}),
);
