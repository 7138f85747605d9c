import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { until } from "@receipts/testing";
import type { Page } from "playwright-core";
import { encodeQR } from "qr";
import { launchChromium, useChromium } from "./chromium.ts";
import { answerOf, ask, openShift, payment, useTills } from "./till-visits.ts";

useChromium();
useTills();

const folder = mkdtempSync(path.join(os.tmpdir(), "receipts-camera-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a browser whose camera films this code, or a white wall. */
async function browserWithCamera(text?: string) {
  const file = path.join(folder, `${text === undefined ? "wall" : "code"}.y4m`);
  writeFileSync(file, filmOf(text));
  return await launchChromium(
    "--use-fake-ui-for-media-stream",
    "--use-fake-device-for-media-stream",
    `--use-file-for-fake-video-capture=${file}`,
  );
}

const [WIDTH, HEIGHT, MODULE] = [640, 480, 8] as const;

/** A film of one picture in YUV4MPEG2: all brightness values, then the two colours at half the size. */
function filmOf(text: string | undefined): Buffer {
  const brightness = Buffer.alloc(WIDTH * HEIGHT, 235);
  const modules = text === undefined ? [] : encodeQR(text, "raw", { ecc: "medium", border: 4 });
  const [left, top] = [WIDTH, HEIGHT].map((side) => Math.floor((side - modules.length * MODULE) / 2));
  for (const [row, line] of modules.entries())
    for (const [column, isDark] of line.entries())
      for (let y = 0; isDark && y < MODULE; y += 1) {
        const start = ((top ?? 0) + row * MODULE + y) * WIDTH + (left ?? 0) + column * MODULE;
        brightness.fill(16, start, start + MODULE);
      }
  const colours = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const header = `YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420mpeg2\n`;
  return Buffer.concat([Buffer.from(`${header}FRAME\n`), brightness, colours]);
}

describe("the camera", () => {
  it("reads the customer's code, and the receipt is verified", async () => {
    const { receiptUrl } = await payment();
    const on = await browserWithCamera(receiptUrl);
    try {
      const { page, complaints } = await openShift({ on });
      await page.locator("#amount").fill("1250");
      await page.locator("#camera").click();
      await until(async () => (await page.locator("#reference").inputValue()) === receiptUrl);
      // The camera's light goes out.
      await page.locator("#scanner").waitFor({ state: "hidden" });
      expect(await page.evaluate("document.getElementById('video').srcObject")).toBeNull();
      await page.locator("#ask-form button[type=submit]").click();
      expect(await answerOf(page, "accept")).toContain("1,250.00");
      expect(complaints.filter((text) => !text.includes("status of 401"))).toEqual([]);
    } finally {
      await on.close();
    }
  });

  it("is closed by the cashier, and then films no longer", async () => {
    const on = await browserWithCamera();
    try {
      const { page } = await openShift({ on });
      await page.locator("#camera").click();
      await until(() => page.evaluate("document.getElementById('video').currentTime > 0"));
      const isLive = "globalThis.film.getTracks().some(({ readyState }) => readyState === 'live')";
      await page.evaluate("globalThis.film = document.getElementById('video').srcObject; undefined");
      expect(await page.evaluate(isLive)).toBe(true);
      await page.locator("#scanner-close").click();
      await until(async () => (await page.evaluate(isLive)) === false);
      expect(await page.locator("#reference").inputValue()).toBe("");
    } finally {
      await on.close();
    }
  });

  it("that is refused is explained, and a picture is the other way", async () => {
    const { page } = await openShift();
    await page.locator("#camera").click();
    await page.getByText("The camera cannot be used").waitFor();
  });
});

interface Signals {
  /** In hertz, of tones that were started while sound can be heard. */
  readonly tones: readonly number[];
  readonly vibrations: readonly (readonly number[])[];
}

/** Records tones and vibrations, and passes them on. */
async function recordSignals(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const signals = { tones: [] as number[], vibrations: [] as unknown[] };
    Object.assign(globalThis, { signals });
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (...at) {
      if (this.context.state === "running") signals.tones.push(this.frequency.value);
      start.apply(this, at);
    };
    const { vibrate } = Navigator.prototype;
    Navigator.prototype.vibrate = function (this: Navigator, pattern: Iterable<number>) {
      signals.vibrations.push(pattern);
      return vibrate.call(this, pattern);
    } as typeof vibrate;
  });
}
const signalsOf = (page: Page): Promise<Signals> => page.evaluate("globalThis.signals");

describe("sound and vibration", () => {
  it("differ between hand over and do not", async () => {
    const { page } = await openShift({ prepare: recordSignals });
    const { smsText } = await payment();
    await ask(page, smsText);
    await answerOf(page, "accept");
    await until(async () => (await signalsOf(page)).tones.length === 2);
    const accepted = await signalsOf(page);
    expect(accepted).toEqual({ tones: [660, 880], vibrations: [[120]] });
    await page.locator("#next").click();
    await ask(page, smsText);
    await answerOf(page, "reject");
    await until(async () => (await signalsOf(page)).tones.length === 4);
    expect(await signalsOf(page)).toEqual({
      tones: [660, 880, 220, 165],
      vibrations: [[120], [300, 100, 300]],
    });
  });

  it.each(["sound", "vibration"] as const)("stay away when %s is switched off", async (name) => {
    const { page } = await openShift({ prepare: recordSignals });
    await page.locator(`#${name}`).uncheck();
    await ask(page, (await payment()).smsText);
    await answerOf(page, "accept");
    // The other one is made in the same turn.
    await until(async () => {
      const { tones, vibrations } = await signalsOf(page);
      return name === "sound" ? vibrations.length === 1 : tones.length === 2;
    });
    const { tones, vibrations } = await signalsOf(page);
    expect(name === "sound" ? tones : vibrations).toEqual([]);
  });
});
