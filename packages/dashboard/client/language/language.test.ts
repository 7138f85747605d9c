import { removeAddressLanguage, startLanguage, storeLanguage } from "./language.ts";

let kept: string | null;

/** Fakes the parts of a browser that hold a language. */
function openBrowser(address: string): void {
  const place = { href: address, search: new URL(address).search };
  Object.assign(globalThis, {
    location: place,
    history: {
      state: null,
      replaceState: (_state: unknown, _title: string, next: URL) =>
        Object.assign(place, { href: next.href, search: next.search }),
    },
    document: { documentElement: { lang: "en" } },
  });
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    value: {
      getItem: () => kept,
      setItem: (_key: string, language: string) => {
        kept = language;
      },
    },
  });
}

beforeEach(() => {
  kept = null;
});
afterEach(() => {
  for (const name of ["location", "history", "document", "localStorage"])
    Reflect.deleteProperty(globalThis, name);
});

describe("the language", () => {
  it("comes from the address until another one is chosen", () => {
    openBrowser("https://example.test/dashboard/requests?bank=cbe&lang=en");
    expect(startLanguage()).toBe("en");
    storeLanguage("am");
    expect(removeAddressLanguage()).toBe(true);
    expect(location.href).toBe("https://example.test/dashboard/requests?bank=cbe");
    expect(startLanguage()).toBe("am");
  });

  it("leaves an address without a language unchanged", () => {
    openBrowser("https://example.test/dashboard/requests?bank=cbe");
    expect(removeAddressLanguage()).toBe(false);
    expect(location.search).toBe("?bank=cbe");
  });
});
