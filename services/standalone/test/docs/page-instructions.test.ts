import { readInstructions } from "./page-instructions.ts";

describe("the instructions of a page", () => {
  it("are read from its sentences, in order", () => {
    const text =
      "1. Open `http://x.test/`.\n   Press **Sign in**, and you see the page\n**Home**. Under **Result** you see **Verified** and **X1**.";
    expect(readInstructions(text, "en")).toEqual([
      { kind: "open", address: "http://x.test/" },
      { kind: "press", name: "Sign in" },
      { kind: "see_page", title: "Home" },
      { kind: "see", under: "Result", texts: ["Verified", "X1"] },
    ]);
  });

  it("are read in Amharic, with the verb last", () => {
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
  ])("cannot be an unknown sentence: %s", (text) => {
    expect(() => readInstructions(text, "en")).toThrow("unknown instruction");
  });
});
