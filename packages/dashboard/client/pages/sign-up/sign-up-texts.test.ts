import { forgotTexts } from "../forgot/forgot-texts.ts";
import { signUpTexts } from "./sign-up-texts.ts";

/** Only the owner of an email may learn whether it has an account. */
it("does not reveal whether an email has an account", () => {
  const said = [
    signUpTexts.en.sent("a@b"),
    signUpTexts.en.sentTodo,
    forgotTexts.en.sent("a@b"),
    forgotTexts.en.sentTodo,
  ];
  for (const text of said) expect(text).not.toMatch(/already|taken|(?<!If a@b )has an account/);
  expect(forgotTexts.en.sent("a@b")).toContain("If a@b has an account");
  expect(forgotTexts.am.sent("a@b")).toContain("መለያ ካለው");
  for (const text of [signUpTexts.am.sent("a@b"), forgotTexts.am.sent("a@b")])
    expect(text).not.toMatch(/አስቀድሞ|መለያ አለው/);
});
