/** Enrolment of the device, and the sign-in of a cashier. */
import type { Shift, TillView } from "@receipts/contracts";
import {
  type Answer,
  call,
  element,
  fault,
  made,
  problemOf,
  type Refusal,
  showScreen,
  stored,
  texts,
} from "./api.ts";
import { ServiceFault } from "./connection.ts";
import { showOutages } from "./outages.ts";
import { showDaysOf } from "./time.ts";

type Cashier = TillView["cashiers"][number];
/** Gets the id of the cashier whose shift begins. */
type OnShift = (cashierId: string) => Promise<void>;

const PIN_DIGITS = 6;
let chosen: Cashier | undefined;
let isSending = false;

export const viewTill = (): Promise<Answer<TillView>> => call("GET", "/api/till");

/** Opens the screen that this device is ready for. `notice`: why the last shift ended. */
export async function openDevice(notice = ""): Promise<void> {
  showDevice(await viewTill(), notice);
}

export function showDevice(till: Answer<TillView>, notice = ""): void {
  if (till.ok) openSignIn(till.data, notice);
  else if (till.status === 401) openEnrollment(notice === "" ? "" : texts.enroll.revoked);
  else throw new ServiceFault("till", till);
}

function openEnrollment(notice: string): void {
  element("place").textContent = "";
  showWithoutShift("enroll");
  fault("code", notice);
  const code = decodeURIComponent(location.hash.slice(1));
  if (code === "") return;
  element<HTMLInputElement>("code").value = code;
  // Not in the history, where the next user of the device would find it.
  history.replaceState(null, "", location.pathname + location.search);
}

/** Whose place and days the page shows. */
export function showPlace(view: TillView): void {
  const { shop, branch, till } = view;
  showDaysOf(view);
  element("place").textContent = [shop, branch, till].filter((name) => name !== null).join(" · ");
}

function openSignIn(till: TillView, notice: string): void {
  showPlace(till);
  chosen = undefined;
  element("pin-form").hidden = true;
  element("cashiers").hidden = false;
  element("no-cashier").hidden = till.cashiers.length > 0;
  element("cashiers").replaceChildren(
    ...till.cashiers.map((cashier) => {
      const button = made("button", cashier.name);
      button.type = "button";
      button.addEventListener("click", () => choose(cashier));
      const item = made("li");
      item.append(button);
      return item;
    }),
  );
  showWithoutShift("sign-in");
  fault("pin", notice);
}

/** From now on the counter does not open without the server. */
function showWithoutShift(screen: "enroll" | "sign-in"): void {
  stored.write("shift", null);
  showScreen(screen);
}

function choose(cashier: Cashier): void {
  chosen = cashier;
  fault("pin", "");
  element("cashiers").hidden = true;
  element("pin-label").textContent = texts.signIn.pinOf.replace("{name}", () => cashier.name);
  element("pin-form").hidden = false;
  pinField().value = "";
  pinField().focus();
}

const pinField = () => element<HTMLInputElement>("pin");

export function setUpDevice({
  onShift,
  onUnsent,
}: {
  readonly onShift: OnShift;
  readonly onUnsent: (error: unknown) => void;
}): void {
  const pin = pinField();
  const send = async () => {
    if (isSending || chosen === undefined || pin.value.length !== PIN_DIGITS) return;
    isSending = true;
    try {
      await signIn(chosen, onShift);
    } catch (error) {
      onUnsent(error);
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
  for (const key of document.querySelectorAll<HTMLElement>("[data-digit]"))
    key.addEventListener("click", () => {
      if (pin.value.length < PIN_DIGITS) pin.value += key.dataset["digit"];
      void send();
    });
  element("erase").addEventListener("click", () => {
    pin.value = pin.value.slice(0, -1);
  });
  element("back").addEventListener("click", () => openDevice().catch(onUnsent));
}

async function enroll(): Promise<void> {
  const { value: code } = element<HTMLInputElement>("code");
  const answer = await call<TillView>("POST", "/api/till/enroll", { body: { code } });
  if (answer.ok) return openSignIn(answer.data, "");
  const isWrong = answer.status === 401 || answer.status === 422;
  fault("code", isWrong ? texts.enroll.wrong : problemOf(answer));
  element("code").focus();
}

async function signIn(cashier: Cashier, onShift: OnShift): Promise<void> {
  const pin = pinField();
  const body = { cashierId: cashier.id, pin: pin.value };
  const answer = await call<Shift>("POST", "/api/till/sign-in", { body });
  pin.value = "";
  if (answer.ok) {
    showOutages(answer.data.outages);
    return await onShift(body.cashierId);
  }
  // Wrong PIN, or a device that was revoked meanwhile.
  if (answer.status === 401 && (await viewTill()).status === 401) return openEnrollment(texts.enroll.revoked);
  fault("pin", pinFault(answer));
  pin.focus();
}

function pinFault(answer: Refusal): string {
  const { wrong, locked, triesLeft, lastTry } = texts.signIn;
  const left = answer.error.triesLeft;
  if (answer.status === 409 || left === 0) return locked;
  if (answer.status !== 401) return problemOf(answer);
  if (left === undefined) return wrong;
  return `${wrong} ${left === 1 ? lastTry : triesLeft.replace("{count}", String(left))}`;
}
