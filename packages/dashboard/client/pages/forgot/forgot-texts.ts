import type { Texts } from "../../language/language.ts";

interface ForgotTexts {
  readonly title: string;
  readonly intro: string;
  readonly email: string;
  readonly submit: string;
  /** The same whether the email has an account or not. */
  readonly sent: (email: string) => string;
  readonly sentTodo: string;
  readonly back: string;
}

export const forgotTexts: Texts<ForgotTexts> = {
  en: {
    title: "Forgotten password",
    intro: "We mail you a link to choose a new one.",
    email: "Email",
    submit: "Send the link",
    sent: (email) => `If ${email} has an account, a mail with a link is on its way.`,
    sentTodo: "The link works for 30 minutes. No mail? Look among the unwanted ones, then try again.",
    back: "Back to sign in",
  },
  am: {
    title: "የይለፍ ቃል ረሱ?",
    intro: "አዲስ ለመምረጥ የሚያስችል አገናኝ በኢሜይል እንልክልዎታለን።",
    email: "ኢሜይል",
    submit: "አገናኙን ላክ",
    sent: (email) => `${email} መለያ ካለው አገናኝ የያዘ ኢሜይል ተልኳል።`,
    sentTodo: "አገናኙ ለ30 ደቂቃ ይሠራል። ኢሜይሉ ካልደረሰዎት የማይፈለጉ መልእክቶችን ይመልከቱ፤ ከዚያ እንደገና ይሞክሩ።",
    back: "ወደ መግቢያው ይመለሱ",
  },
};
