import { both, textsOf } from "@receipts/web-pages/texts";

export const forgotTexts = textsOf({
  title: both("Forgot password?", "የይለፍ ቃል ረሱ?"),
  intro: both("We email you a link to choose a new password.", "አዲስ ለመምረጥ የሚያስችል አገናኝ በኢሜይል እንልክልዎታለን።"),
  submit: both("Send link", "አገናኙን ላክ"),
  /** Must not reveal whether the email has an account. */
  sent: both(
    (email: string) => `If ${email} has an account, an email with a link is on its way.`,
    (email) => `${email} መለያ ካለው አገናኝ የያዘ ኢሜይል ተልኳል።`,
  ),
  sentTodo: both(
    "The link works for 30 minutes. No email? Check your spam folder, then try again.",
    "አገናኙ ለ30 ደቂቃ ይሠራል። ኢሜይሉ ካልደረሰዎት የማይፈለጉ መልእክቶችን ይመልከቱ፤ ከዚያ እንደገና ይሞክሩ።",
  ),
  back: both("Back to sign-in", "ወደ መግቢያው ይመለሱ"),
});
