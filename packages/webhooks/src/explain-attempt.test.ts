import { excerptText, explainAttempt } from "./explain-attempt.ts";
import type { PostErrorClass } from "./post-outcome.ts";

/** A class without an entry fails to compile. */
const everyErrorClass: Readonly<Record<PostErrorClass, true>> = {
  ...{ dns: true, unsafe_address: true, connect: true, tls: true, timeout: true, reset: true },
  ...{ protocol: true, internal: true, aborted: true },
};
const everyStatusClass = [
  ...[204, 302, 400, 401, 403, 404, 405, 408, 410, 413, 415, 418, 429],
  ...[500, 501, 502, 503, 504, 599, 101],
];
const explained = (statusCode: number | null, errorClass: string | null, durationMs = 15_020) =>
  explainAttempt({ statusCode, errorClass, durationMs });

describe("explainAttempt", () => {
  it("has its own text for every class of error and status", () => {
    const texts = [
      ...Object.keys(everyErrorClass).map((errorClass) => explained(null, errorClass)),
      ...everyStatusClass.map((status) => explained(status, null).replace(String(status), "")),
      explained(null, "a class of a later release"),
    ];
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  });

  it("names the status, and says what to do about it in a second sentence", () => {
    for (const status of everyStatusClass) expect(explained(status, null)).toContain(` ${status}`);
    const failed = [
      ...Object.keys(everyErrorClass).map((errorClass) => explained(null, errorClass)),
      ...everyStatusClass.filter((status) => status !== 204).map((status) => explained(status, null)),
    ];
    expect(failed.filter((text) => !/\. [A-Z][^.]*\.?/.test(text))).toEqual([]);
  });

  it.each([
    [15_020, "within 15 seconds."],
    [400, "within a second."],
  ])("states the time of a timeout of %d ms", (durationMs, text) => {
    expect(explained(null, "timeout", durationMs)).toContain(text);
  });
});

describe("excerptText", () => {
  it("keeps text with its line breaks and tabs", () => {
    expect(excerptText(Buffer.from('{\r\n\t"ok": false, "ምክንያት": "🚫"\n}'))).toBe(
      '{\n\t"ok": false, "ምክንያት": "🚫"\n}',
    );
  });

  it("replaces invalid UTF-8 and characters that control a terminal, a page or the direction of text", () => {
    const hostile = Buffer.from("a\u0000b\u001b[31mc\u202ed\u2028e\u0085f\ud800g\rh", "utf8");
    expect(excerptText(hostile)).toBe("a�b�[31mc�d�e�f�g�h");
    expect(excerptText(Buffer.from([0x61, 0xff, 0xc3]))).toBe("a��");
  });

  it("leaves out a character that the limit has cut", () => {
    const cut = Buffer.from(`${"x".repeat(1_023)}ም`).subarray(0, 1_024);
    expect(excerptText(cut)).toBe("x".repeat(1_023));
  });
});
