import { randomBytes } from "node:crypto";
import { createSessionTokens } from "./session-token.ts";

const key = () => randomBytes(32).toString("base64");
const inAnHour = new Date(Date.now() + 3_600_000);

describe("a session token", () => {
  it("is accepted after a change of the key, while the previous key is configured", async () => {
    const [before, present] = [key(), key()];
    const token = await createSessionTokens(before).sign("ses_1", inAnHour);
    expect(await createSessionTokens(present, [key(), before]).verify(token)).toBe("ses_1");
    expect(await createSessionTokens(present, [key()]).verify(token)).toBeUndefined();
  });

  it("is signed with the current key only", async () => {
    const [before, present] = [key(), key()];
    const token = await createSessionTokens(present, [before]).sign("ses_1", inAnHour);
    expect(await createSessionTokens(present).verify(token)).toBe("ses_1");
    expect(await createSessionTokens(before).verify(token)).toBeUndefined();
  });
});
