import { html, nothing, type TemplateResult } from "lit-html";
import { faultOf } from "../../api/api-fault.ts";
import { button } from "../../elements/button.ts";
import { card } from "../../elements/card.ts";
import { confirmation } from "../../elements/dialog.ts";
import { formFault, idleForm } from "../../elements/form.ts";
import { checkLogo } from "./logo-file.ts";
import type { PickedLogo, ProfileContext } from "./profile-state.ts";

/** In pixels; the API's limit. */
const MAX_SIDE = 4_096;

export function logoView(context: ProfileContext): TemplateResult {
  const { app, texts, data, state, change } = context;
  const { picked, logoForm } = state;
  return card(
    "logo",
    texts.logo,
    html`${
      data.logo === undefined
        ? html`<p class="soft">${texts.noLogo}</p>`
        : html`<img class="logo" src=${data.logo} alt=${texts.logoNow} />`
    }
    ${formFault(logoForm, app)}
    <div class="field">
      <label for="field-logo">${texts.chooseLogo}</label>
      <p class="hint" id="hint-logo">${texts.logoHint}</p>
      <input
        id="field-logo"
        type="file"
        accept="image/png,image/jpeg,image/webp"
        aria-describedby=${picked?.kind === "unfit" ? "hint-logo fault-logo" : "hint-logo"}
        aria-invalid=${picked?.kind === "unfit" ? "true" : "false"}
        @change=${(event: Event) => void pick(context, event)}
      />
      ${
        picked?.kind === "unfit"
          ? html`<p class="field-fault" id="fault-logo" role="alert">${texts.logoFaults[picked.fault]}</p>`
          : nothing
      }
    </div>
    ${
      picked?.kind === "fit"
        ? html`<img class="logo" src=${picked.address} alt=${texts.logoNew} />
          <p>${button(texts.saveLogo, () => save(context, picked.file), { isBusy: logoForm.isBusy })}</p>`
        : nothing
    }
    ${
      data.logo === undefined
        ? nothing
        : html`<p>${button(texts.removeLogo, () => change({ isRemoving: true, logoForm: idleForm }), { look: "danger" })}</p>`
    }
    ${state.isRemoving ? removeDialog(context) : nothing}`,
  );
}

/** Checks type, size and whether the browser can draw the image. */
async function pick({ state, change }: ProfileContext, event: Event): Promise<void> {
  const input = event.currentTarget;
  const file = input instanceof HTMLInputElement ? input.files?.[0] : undefined;
  forget(state.picked);
  change({ picked: file === undefined ? undefined : await inspect(file), logoForm: idleForm });
}

async function inspect(file: File): Promise<PickedLogo> {
  const checked = checkLogo(new Uint8Array(await file.arrayBuffer()));
  if (checked.kind === "unfit") return checked;
  const picture = new Blob([file], { type: checked.contentType });
  const drawn = await createImageBitmap(picture).catch(() => undefined);
  if (drawn === undefined) return { kind: "unfit", fault: "broken" };
  const isTooLarge = drawn.width > MAX_SIDE || drawn.height > MAX_SIDE;
  drawn.close();
  if (isTooLarge) return { kind: "unfit", fault: "sides" };
  return { kind: "fit", file: picture, address: URL.createObjectURL(picture) };
}

/** Releases the image's memory in the browser. */
function forget(picked: PickedLogo | undefined): void {
  if (picked?.kind === "fit") URL.revokeObjectURL(picked.address);
}

async function save({ app, texts, state, change, reload }: ProfileContext, file: Blob): Promise<void> {
  if (state.logoForm.isBusy) return;
  change({ logoForm: { isBusy: true, fault: undefined } });
  try {
    await app.api.putFile("/api/profile/logo", file);
    forget(state.picked);
    change({ picked: undefined, logoForm: idleForm });
    emptyInput();
    app.announce(texts.logoSaved);
    await reload();
  } catch (error) {
    change({ logoForm: { isBusy: false, fault: faultOf(error) } });
  }
}

/** Clears the input after the upload, so that the same file can be selected again. */
function emptyInput(): void {
  const input = document.getElementById("field-logo");
  if (input instanceof HTMLInputElement) input.value = "";
}

function removeDialog({ app, texts, state, change, reload }: ProfileContext): TemplateResult {
  return confirmation({
    title: texts.removeLogo,
    effect: texts.removeLogoEffect,
    action: texts.removeLogo,
    app,
    form: state.logoForm,
    set: (logoForm) => change({ logoForm }),
    onClose: () => change({ isRemoving: false }),
    send: async () => {
      await app.api.remove("/api/profile/logo");
      change({ isRemoving: false });
      app.announce(texts.logoRemoved);
      void reload();
    },
  });
}
