import { htmlText } from "@receipts/web-pages";
import { localNote } from "./local-note.ts";

const noteAt = (publicBaseUrl: string, checkoutBaseUrl = publicBaseUrl, language = "en") => {
  const note = localNote({ publicBaseUrl, checkoutBaseUrl }, language);
  return note && htmlText(note);
};

describe("the note above a guide", () => {
  it.each(["http://localhost:8080", "http://localhost:9000", "http://127.0.0.1:8080", "http://[::1]:8080"])(
    "is not there where %s shows the guide: its commands work",
    (url) => {
      expect(noteAt(url)).toBeUndefined();
    },
  );

  it("says whose service the commands are for, and what the address is here", () => {
    const note = noteAt("https://api.example.com");
    expect(note).toContain("The commands are for the service on your own machine");
    expect(note).toContain("Here the address is <code>https://api.example.com</code>; use a key of yours");
  });

  it("names the checkout's address where it is another", () => {
    expect(noteAt("https://api.example.com", "https://pay.example.com")).toContain(
      "<code>https://api.example.com</code>, <code>https://pay.example.com/v1</code>",
    );
  });

  it("is in the language of its page", () => {
    expect(noteAt("https://api.example.com", "https://api.example.com", "am")).toContain("ፈጣን ጅምር");
  });
});
