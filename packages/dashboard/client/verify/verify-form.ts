import type { BankCode } from "@receipts/contracts";
import { isOtherReceipt } from "@receipts/web-pages/client/other-receipt";
import { html, nothing, type TemplateResult } from "lit-html";
import { type ApiFault, faultOf } from "../api/api-fault.ts";
import { sentOnce } from "../api/sent-once.ts";
import { type FormParts, formOf, formView, idleForm } from "../elements/form.ts";
import { enteredAmount } from "../format/entered-amount.ts";
import { bankName, sandboxedBanks, supportedBanks } from "../language/banks.ts";
import type { FoundReceipt } from "../receipts/file-reading.ts";
import { answerView } from "./verify-answer.ts";
import { ofAnyAge, type SentReceipt, verify } from "./verify-request.ts";
import { asked, startVerifying, type Typed, type VerifyContext, type VerifyState } from "./verify-state.ts";
import { verifyTexts } from "./verify-texts.ts";

/** One field for a number, message or link, the expected amount, and the answer in words. */
export function verifyView(context: VerifyContext): TemplateResult {
  const texts = verifyTexts[context.app.language];
  const { state } = context;
  return html`<div class="columns verify">
    <section class="card" aria-labelledby="verify">
      <h2 id="verify">${texts.heading}</h2>
      ${formView({
        ...formOf(context),
        send: () => send(context),
        body: (parts) => fieldsView(context, parts),
      })}
    </section>
    ${
      state.run === undefined && !state.isAsking
        ? nothing
        : answerView({
            ...context,
            again: () => sendAgain(context),
            next: () => {
              context.change(startVerifying());
              document.getElementById("field-reference")?.focus();
            },
          })
    }
  </div>`;
}

function fieldsView(context: VerifyContext, { field, select, submit }: FormParts): TemplateResult {
  const { app, state, change } = context;
  const texts = verifyTexts[app.language];
  const { typed } = state;
  const input = (name: keyof Typed, value: string) => ({
    name,
    value,
    changed: (text: string) => {
      // A later reading does not replace what the person types.
      state.file?.stop();
      change({ typed: { ...typed, [name]: text } });
    },
  });
  return html`<div @keydown=${sendByEnter} @paste=${(event: ClipboardEvent) => forgetMore(context, event)}>
      ${field({
        ...input("reference", typed.reference),
        label: texts.reference,
        hint: texts.referenceHint,
        type: "lines",
        rows: 2,
      })}
    </div>
    ${exampleButton(context)} ${filePicker(context)}
    ${
      typed.bank === undefined
        ? nothing
        : select({
            ...input("bank", typed.bank),
            label: app.shared.bank,
            options: [
              ["", texts.unknownBank],
              ...supportedBanks().map((bank) => [bank, bankName(bank, app.language)] as const),
            ],
          })
    }
    ${typed.suffix === undefined ? nothing : field({ ...input("suffix", typed.suffix), label: texts.suffix })}
    ${typed.phone === undefined ? nothing : field({ ...input("phone", typed.phone), label: texts.phone, type: "tel" })}
    ${field({
      ...input("amount", typed.amount),
      // As errors name it.
      name: "expect.amount",
      label: texts.amount,
      isOptional: true,
      placeholder: "1250.00",
    })}
    ${submit(texts.submit)}`;
}

/** A pasted message has its lines already. */
function sendByEnter(event: KeyboardEvent): void {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  if (event.target instanceof HTMLTextAreaElement) event.target.form?.requestSubmit();
}

/** Another receipt has a bank, digits and a phone of its own. */
function forgetMore({ state, change }: VerifyContext, { clipboardData }: ClipboardEvent): void {
  const { typed, sent } = state;
  const before = typed.reference.trim() === "" ? (sent?.reference ?? "") : typed.reference;
  if (isOtherReceipt(before, clipboardData?.getData("text") ?? ""))
    change({ typed: { reference: typed.reference, amount: typed.amount } });
}

/** Fills in a receipt that the sandbox knows. */
function exampleButton({ app, state, change, signal }: VerifyContext): TemplateResult | typeof nothing {
  if (sandboxedBanks(app.language) === undefined) return nothing;
  const fillIn = async () => {
    state.file?.stop();
    // Nothing can be sent until it is there.
    change({ form: { isBusy: true, fault: undefined }, file: undefined });
    await app.attempt(async () => {
      const { data } = await app.api.get("/api/examples", { signal });
      // Its number is enough.
      const known = data.find(({ bank }) => bank === "telebirr") ?? data[0];
      const body = known?.sandbox.find(({ outcome }) => outcome === "success")?.body;
      if (body === undefined) return;
      const { bank, reference, suffix, phone } = body;
      change(({ typed }) => ({ typed: { ...typed, bank, reference, suffix, phone }, example: reference }));
    });
    change({ form: idleForm });
  };
  return html`<p>
    <button type="button" class="button quiet" @click=${fillIn}>${verifyTexts[app.language].example}</button>
  </p>`;
}

function filePicker(context: VerifyContext): TemplateResult {
  const { app, state } = context;
  const texts = verifyTexts[app.language];
  const picked = ({ currentTarget: input }: Event) => {
    const file = input instanceof HTMLInputElement ? input.files?.[0] : undefined;
    if (file !== undefined) void pick(context, file);
  };
  return html`<div class="field">
      <label for="field-file">${texts.file}</label>
      <p class="hint" id="hint-file">${texts.fileHint}</p>
      <input
        id="field-file"
        type="file"
        accept="image/*,application/pdf"
        aria-describedby="hint-file"
        @click=${forgetPicked}
        @change=${picked}
      />
    </div>
    ${state.file?.view(app) ?? nothing}`;
}

/** The same file can be picked again. */
function forgetPicked({ currentTarget: input }: Event): void {
  if (input instanceof HTMLInputElement) input.value = "";
}

/** Loads what reads files with the first one. */
async function pick({ app, signal, change }: VerifyContext, file: File): Promise<void> {
  await app.attempt(async () => {
    const { readPickedFile } = await import("../receipts/file-reading.ts");
    const reading = readPickedFile(app, file, {
      changed: () => change({}),
      found: (receipt) => change(({ typed }) => ({ typed: { amount: typed.amount, ...fieldsOf(receipt) } })),
    });
    signal.addEventListener("abort", reading.stop, { once: true });
    change((now) => {
      now.file?.stop();
      return { file: reading };
    });
  });
}

/** What a file names. A code names its bank itself. */
function fieldsOf(found: FoundReceipt): Omit<Typed, "amount"> {
  if ("code" in found) return { reference: found.code };
  const { bank, referenceNumber: reference, accountSuffix, phone } = found;
  return { bank, reference, suffix: accountSuffix ?? undefined, phone: phone ?? undefined };
}

async function send(context: VerifyContext): Promise<void> {
  const { app, state, change } = context;
  state.file?.stop();
  change({ run: undefined, isAsking: true, sent: state.typed });
  try {
    const body = bodyOf(state, app.shared);
    const once = sentOnce(state.once, JSON.stringify(body));
    change({ once });
    await verify(context, { body, key: once.key }, (run) => change({ run }));
    change({ once: undefined });
    // What the page and the menu count has changed.
    app.countReviews();
    void context.reload();
  } catch (error) {
    const fault = faultOf(error);
    change(({ typed }) => ({ typed: { ...typed, ...fieldsAsked(fault, typed) } }));
    throw fault;
  } finally {
    change({ isAsking: false });
  }
}

async function sendAgain(context: VerifyContext): Promise<void> {
  const { change } = context;
  change({ form: { isBusy: true, fault: undefined } });
  try {
    await send(context);
    change({ form: idleForm });
  } catch (error) {
    change({ form: { isBusy: false, fault: faultOf(error) } });
  }
}

/** Fields that the API asks for become fields of the form. */
function fieldsAsked({ details }: ApiFault, typed: Typed): Partial<Typed> {
  const missing = asked.filter(
    (name) => typed[name] === undefined && details.some(({ field }) => field === name),
  );
  return Object.fromEntries(missing.map((name) => [name, ""]));
}

/** Without the fields that are empty. */
function bodyOf({ typed, example }: VerifyState, shared: VerifyContext["app"]["shared"]): SentReceipt {
  const { reference, amount, bank = "", suffix = "", phone = "" } = typed;
  const expect = {
    ...(amount.trim() === "" ? {} : { amount: enteredAmount("expect.amount", amount, shared) }),
    ...(reference === example ? ofAnyAge : {}),
  };
  return {
    reference,
    ...(bank === "" ? {} : { bank: bank as BankCode }), // an option of the list
    ...(suffix === "" ? {} : { suffix }),
    ...(phone === "" ? {} : { phone }),
    ...(Object.keys(expect).length === 0 ? {} : { expect }),
  };
}
