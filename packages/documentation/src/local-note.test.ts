import { htmlText } from "@receipts/web-pages";
import { localNote, withAddresses } from "./local-note.ts";

const noteAt = (name: string, publicBaseUrl: string, checkoutBaseUrl = publicBaseUrl, language = "en") => {
  const note = localNote(name, { publicBaseUrl, checkoutBaseUrl }, language);
  return note && htmlText(note);
};
const there = { publicBaseUrl: "https://api.example.com", checkoutBaseUrl: "https://pay.example.com" };

describe("the note above a guide", () => {
  it.each(["http://localhost:8080", "http://localhost:9000", "http://127.0.0.1:8080", "http://[::1]:8080"])(
    "is missing at %s, where the commands work",
    (url) => {
      expect(noteAt("webhooks", url)).toBeUndefined();
      expect(noteAt("quick-start", url)).toBeUndefined();
    },
  );

  it("says where a key is made, in the language of its page", () => {
    expect(noteAt("webhooks", there.publicBaseUrl)).toContain('<a href="/dashboard/api-keys">create one</a>');
    expect(noteAt("reconciliation.am", there.publicBaseUrl, undefined, "am")).toContain("ቁልፍ ይፍጠሩ");
  });

  it("names the addresses of the installation where the page is about the reader's own machine", () => {
    const note = noteAt("quick-start", there.publicBaseUrl, there.checkoutBaseUrl);
    expect(note).toContain("The commands are for a service on your own machine");
    expect(note).toContain("<code>https://api.example.com</code>, <code>https://pay.example.com/v1</code>");
    expect(noteAt("quick-start.am", there.publicBaseUrl, undefined, "am")).toContain("በራስዎ ማሽን");
  });
});

describe("the commands of a guide", () => {
  const source = "curl http://localhost:8080/api/verify\ncurl http://localhost:8080/v1/deposits";

  it("have the addresses of the installation", () => {
    expect(withAddresses({ name: "webhooks", source }, there)).toBe(
      "curl https://api.example.com/api/verify\ncurl https://pay.example.com/v1/deposits",
    );
  });

  it("keep their address where the page starts a service on the reader's machine", () => {
    expect(withAddresses({ name: "quick-start", source }, there)).toBe(source);
  });
});
