import { textsOf } from "../../language/language.ts";

export const forgotTexts = textsOf({
  en: {
    title: "Forgotten password",
    intro: "We mail you a link to choose a new one.",
    email: "Email",
    submit: "Send the link",
    /** The same whether the email has an account or not. */
    sent: (email: string) => `If ${email} has an account, a mail with a link is on its way.`,
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
});
