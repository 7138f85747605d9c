/** Enrolment of the device, and the sign-in of a cashier. */
import { call, element, fault, problemOf, showScreen, texts } from "./api.js";

const PIN_DIGITS = 6;
let chosen;
let isSending = false;

/** Opens the screen that this device is ready for. `notice`: why the last shift ended. */
export async function openDevice(notice = "") {
  const till = await call("GET", "/api/till");
  if (till.status === 401) return openEnrollment(notice === "" ? "" : texts.enroll.revoked);
  if (till.status !== 200) throw new Error(`till: ${till.status}`);
  openSignIn(till.data, notice);
}

function openEnrollment(notice) {
  element("place").textContent = "";
  showScreen("enroll");
  fault("code", notice);
  const code = decodeURIComponent(location.hash.slice(1));
  if (code === "") return;
  element("code").value = code;
  // Not in the history, where the next user of the device would find it.
  history.replaceState(null, "", location.pathname + location.search);
}

export function showPlace({ shop, branch, till }) {
  element("place").textContent = [shop, branch, till].filter((name) => name !== null).join(" · ");
}

function openSignIn(till, notice) {
  showPlace(till);
  chosen = undefined;
  element("pin-form").hidden = true;
  element("cashiers").hidden = false;
  element("no-cashier").hidden = till.cashiers.length > 0;
  element("cashiers").replaceChildren(
    ...till.cashiers.map((cashier) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = cashier.name;
      button.addEventListener("click", () => choose(cashier));
      const item = document.createElement("li");
      item.append(button);
      return item;
    }),
  );
  showScreen("sign-in");
  fault("pin", notice);
}

function choose(cashier) {
  chosen = cashier;
  fault("pin", "");
  element("cashiers").hidden = true;
  element("pin-label").textContent = texts.signIn.pinOf.replace("{name}", () => cashier.name);
  element("pin-form").hidden = false;
  element("pin").value = "";
  element("pin").focus();
}

export function setUpDevice({ onShift, onUnsent }) {
  const pin = element("pin");
  const send = async () => {
    if (isSending || chosen === undefined || pin.value.length !== PIN_DIGITS) return;
    isSending = true;
    try {
      await signIn(pin, onShift);
    } catch {
      onUnsent();
    } finally {
      isSending = false;
    }
  };
  element("enroll-form").addEventListener("submit", (event) => {
    event.preventDefault();
    enroll().catch(onUnsent);
  });
  element("pin-form").addEventListener("submit", (event) => {
    event.preventDefault();
    void send();
  });
  pin.addEventListener("input", () => {
    pin.value = pin.value.replaceAll(/\D/g, "");
    void send();
  });
  for (const key of document.querySelectorAll("[data-digit]"))
    key.addEventListener("click", () => {
      if (pin.value.length < PIN_DIGITS) pin.value += key.dataset.digit;
      void send();
    });
  element("erase").addEventListener("click", () => {
    pin.value = pin.value.slice(0, -1);
  });
  element("back").addEventListener("click", () => openDevice().catch(onUnsent));
}

async function enroll() {
  const answer = await call("POST", "/api/till/enroll", { body: { code: element("code").value } });
  if (answer.status === 200) return openSignIn(answer.data, "");
  const isWrong = answer.status === 401 || answer.status === 422;
  fault("code", isWrong ? texts.enroll.wrong : problemOf(answer));
  element("code").focus();
}

async function signIn(pin, onShift) {
  const body = { cashierId: chosen.id, pin: pin.value };
  const answer = await call("POST", "/api/till/sign-in", { body });
  pin.value = "";
  if (answer.status === 200) return await onShift(body.cashierId);
  // Wrong PIN, or a device that was revoked meanwhile.
  if (answer.status === 401 && (await call("GET", "/api/till")).status === 401)
    return openEnrollment(texts.enroll.revoked);
  const { wrong, locked } = texts.signIn;
  fault("pin", { 401: wrong, 409: locked }[answer.status] ?? problemOf(answer));
  pin.focus();
}
