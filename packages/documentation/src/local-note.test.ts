import { htmlText } from "@receipts/web-pages";
import { localNote } from "./local-note.ts";

const noteAt = (publicBaseUrl: string, checkoutBaseUrl = publicBaseUrl, language = "en") => {
  const note = localNote({ publicBaseUrl, checkoutBaseUrl }, language);
  return note && htmlText(note);
};

describe("the note above a guide", () => {
  it.each(["http://localhost:8080", "http://localhost:9000", "http://127.0.0.1:8080", "http://[::1]:8080"])(
    "is missing at %s, where the commands work",
    (url) => {
      expect(noteAt(url)).toBeUndefined();
    },
  );

  it("names the address of the installation", () => {
    const note = noteAt("https://api.example.com");
    expect(note).toContain("The commands are for a service on your own machine");
    expect(note).toContain("The address here is <code>https://api.example.com</code>. Use your own key");
  });

  it("names the address of the checkout if it differs", () => {
    expect(noteAt("https://api.example.com", "https://pay.example.com")).toContain(
      "<code>https://api.example.com</code>, <code>https://pay.example.com/v1</code>",
    );
  });

  it("is in the language of its page", () => {
    expect(noteAt("https://api.example.com", "https://api.example.com", "am")).toContain("ፈጣን ጅምር");
  });
});
