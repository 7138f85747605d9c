import { readInstructions } from "./page-instructions.ts";

describe("what a page tells its reader to do in a browser", () => {
  it("is read out of its sentences, in their order", () => {
    const text =
      "1. Open `http://x.test/`.\n   Press **Sign in**, and you see the page\n**Home**. Under **Result** you see **Verified** and **X1**.";
    expect(readInstructions(text, "en")).toEqual([
      { kind: "open", address: "http://x.test/" },
      { kind: "press", name: "Sign in" },
      { kind: "see_page", title: "Home" },
      { kind: "see", under: "Result", texts: ["Verified", "X1"] },
    ]);
  });

  it("is read in Amharic, where the verb comes last", () => {
    const text = "`http://x.test/` የሚለውን አድራሻ ይክፈቱ። **ግባ** የሚለውን ይጫኑ። **ውጤት** በሚለው ሥር **ተረጋግጧል** ይታያል።";
    expect(readInstructions(text, "am")).toEqual([
      { kind: "open", address: "http://x.test/" },
      { kind: "press", name: "ግባ" },
      { kind: "see", under: "ውጤት", texts: ["ተረጋግጧል"] },
    ]);
  });

  it.each([
    "Drag **Verify** to the left.",
    "Open `http://x.test/` and type `DJ57QK2M42`.",
    "You see **Home**.",
  ])("is nothing that no script does: %s", (text) => {
    expect(() => readInstructions(text, "en")).toThrow("nobody can do what is said here");
  });
});
