import { signUpTexts } from "./sign-up-texts.ts";

/** Whether an email has an account is between its owner and the service. */
it("does not say that an email has an account", () => {
  expect(signUpTexts.en.notSignedIn).toContain("If you have an account");
  expect(signUpTexts.en.notSignedIn).not.toMatch(/already|taken|has an account/);
  expect(signUpTexts.am.notSignedIn).toContain("መለያ ካለዎት");
  expect(signUpTexts.am.notSignedIn).not.toMatch(/አስቀድሞ|መለያ አለው/);
});
