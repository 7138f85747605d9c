import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { newSigningSecret, signWebhook } from "./signing.ts";

/** The test vector of the README and the docs, with which integrators can check their code. */
const vector = {
  secret: "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
  deliveryId: "whd_01K9ZC4Q2V5N8R7T6Y3W1X0B9A",
  timestampSeconds: 1_767_225_600,
  body: '{"event":"verification.completed","requestId":"ver_01K9ZC4Q2V0000000000000000"}',
};

function sign(secrets: readonly [string, ...string[]], body: string | Buffer = vector.body) {
  const { deliveryId, timestampSeconds } = vector;
  return signWebhook({ secrets: { legacy: secrets[0], all: secrets }, deliveryId, timestampSeconds, body });
}

describe("newSigningSecret", () => {
  it("returns whsec_ and 32 random bytes in base64", () => {
    const secret = newSigningSecret();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(secret.slice(6), "base64")).toHaveLength(32);
    expect(newSigningSecret()).not.toBe(secret);
  });
});

describe("signWebhook", () => {
  it("returns the headers of the documented vector", () => {
    expect(sign([vector.secret])).toEqual({
      "x-webhook-timestamp": "1767225600",
      "x-webhook-signature": "sha256=2fae02583ce28414b430497b9f4f6132c0c2f1515a08c9dd4a257173032c96b6",
      "webhook-id": "whd_01K9ZC4Q2V5N8R7T6Y3W1X0B9A",
      "webhook-timestamp": "1767225600",
      "webhook-signature": "v1,M5F6IZTQTPZ+jUzpvedIpqa5BhAjC9kOYB6MPc5NyYY=",
    });
  });

  it("can be verified with five lines of node:crypto", () => {
    const headers = sign([vector.secret]);
    const expected = createHmac("sha256", vector.secret)
      .update(`${headers["x-webhook-timestamp"]}.${vector.body}`)
      .digest("hex");
    expect(headers["x-webhook-signature"]).toBe(`sha256=${expected}`);
  });

  it("can be verified with the published Standard Webhooks library", () => {
    const { secret, deliveryId, timestampSeconds, body } = vector;
    const library = new Webhook(secret);
    const signature = library.sign(deliveryId, new Date(timestampSeconds * 1_000), body);
    expect(sign([secret])["webhook-signature"]).toBe(signature);

    const now = Math.floor(Date.now() / 1_000); // the library refuses old timestamps
    const secrets = { legacy: secret, all: [secret] };
    const headers = signWebhook({ secrets, deliveryId, timestampSeconds: now, body });
    expect(library.verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => library.verify(`${body} `, headers)).toThrow("No matching signature found");
  });

  it("returns id and timestamps without signatures if there is no secret", () => {
    const { deliveryId, timestampSeconds, body } = vector;
    expect(signWebhook({ deliveryId, timestampSeconds, body })).toEqual({
      "x-webhook-timestamp": "1767225600",
      "webhook-id": deliveryId,
      "webhook-timestamp": "1767225600",
    });
  });

  it("signs a text and its UTF-8 bytes the same", () => {
    const body = '{"senderName":"አበበ"}';
    expect(sign([vector.secret], Buffer.from(body))).toEqual(sign([vector.secret], body));
  });

  it("signs with the old secret in our header and with both in the standard one during a rotation", () => {
    const [older, newer] = [newSigningSecret(), newSigningSecret()];
    const { deliveryId, timestampSeconds, body } = vector;
    const secrets = { legacy: older, all: [newer, older] };
    const headers = signWebhook({ secrets, deliveryId, timestampSeconds, body });
    expect(headers["x-webhook-signature"]).toBe(sign([older])["x-webhook-signature"]);
    expect(headers["webhook-signature"]).toBe(
      `${sign([newer])["webhook-signature"]} ${sign([older])["webhook-signature"]}`,
    );
  });

  it("is correct for more secrets than it caches", () => {
    const first = sign([vector.secret]);
    for (let made = 0; made < 1_100; made += 1)
      sign([`whsec_${Buffer.from(String(made)).toString("base64")}`]);
    expect(sign([vector.secret])).toEqual(first);
  });
});
