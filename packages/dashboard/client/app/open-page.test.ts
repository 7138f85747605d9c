import { sharedTexts } from "../language/shared-texts.ts";
import type { App } from "./app-context.ts";
import { openPage } from "./open-page.ts";

const EVERY_MS = 1_000;
const texts = { en: { title: "Page" }, am: { title: "ገጽ" } };

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** A page that reloads after a second, or at once. `fails` tells which loads fail. */
function openLivePage(fails: (load: number) => boolean, everyMs = EVERY_MS) {
  const told: string[] = [];
  let loads = 0;
  const app = { language: "en", shared: sharedTexts.en, announce: (text: string) => told.push(text) };
  const page = openPage(
    {
      name: "page",
      path: "/",
      texts,
      start: () => ({}),
      load: async () => {
        loads += 1;
        if (fails(loads)) throw new Error("Away");
        return loads;
      },
      view: () => {
        throw new Error("Not drawn here");
      },
      live: ({ reload }) => {
        const timer = setTimeout(() => void reload(), everyMs);
        return () => clearTimeout(timer);
      },
    },
    {
      app: () => app as unknown as App, // covers all that an undrawn page uses
      params: {},
      query: new URLSearchParams(),
      draw: () => undefined,
      again: () => undefined,
    },
  );
  return { page, told, loads: () => loads };
}

describe("a live page", () => {
  it("continues after a failed load and announces the failure", async () => {
    const { told, loads, page } = openLivePage((load) => load === 2);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(told).toHaveLength(1);
    expect(loads()).toBeGreaterThan(20);
    page.close();
  });

  it("waits after each failure, even without an interval of its own", async () => {
    const { loads, page } = openLivePage((load) => load > 1, 0);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(loads()).toBeGreaterThan(5);
    expect(loads()).toBeLessThan(20);
    page.close();
  });

  it("stops when it is closed", async () => {
    const { loads, page } = openLivePage((load) => load > 1);
    await jest.advanceTimersByTimeAsync(EVERY_MS);
    expect(loads()).toBe(2);
    page.close();
    await jest.advanceTimersByTimeAsync(30_000);
    expect(loads()).toBe(2);
  });
});
