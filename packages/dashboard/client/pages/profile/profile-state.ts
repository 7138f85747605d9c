import type { DataAt } from "../../api/api-routes.ts";
import type { ViewContext } from "../../app/page.ts";
import type { FormState } from "../../elements/form.ts";
import type { profileTexts } from "./profile-texts.ts";

type Telegram = DataAt<"get", "/api/telegram">;
export type Chat = Telegram["chats"][number];

export type TelegramDialog =
  | { readonly kind: "code"; readonly code: DataAt<"post", "/api/telegram/codes"> }
  | { readonly kind: "change" | "unlink"; readonly chat: Chat };

export type OwnDataDialog = "download" | "close";

/** A selected image that is not uploaded yet. */
export type PickedLogo =
  | { readonly kind: "fit"; readonly file: Blob; readonly address: string }
  | { readonly kind: "unfit"; readonly fault: keyof (typeof profileTexts)["en"]["logoFaults"] };

export interface Loaded {
  readonly profile: DataAt<"get", "/api/profile">;
  readonly telegram: DataAt<"get", "/api/telegram">;
  /** Object URL of the image; the browser holds the image until it is revoked. */
  readonly logo: string | undefined;
}

export interface State {
  readonly form: FormState;
  readonly daysForm: FormState;
  readonly logoForm: FormState;
  readonly picked: PickedLogo | undefined;
  readonly isRemoving: boolean;
  readonly telegramDialog: TelegramDialog | undefined;
  readonly telegramForm: FormState;
  readonly ownDataDialog: OwnDataDialog | undefined;
  readonly ownDataForm: FormState;
}

export type ProfileContext = ViewContext<typeof profileTexts, Loaded, State>;
