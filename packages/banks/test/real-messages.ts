import { realReceipt } from "@receipts/testing";

/** In the order of the files. `-`: a bank that is not supported. */
const outcomes: Readonly<Record<string, readonly string[]>> = {
  ahadu: ["-", "-", "-", "-", "-", "-", "-"],
  awash: [
    ...["ask boa receipt_link", "ask cbe receipt_link", "telebirr DK32HQ7TLB", "awash 2KJX3QYZYM-5ZRKC1"],
    ...["awash 2KJX3SXMUP-5ZS2J2", "awash 2KJX3YKBE9-5ZTMH3", "awash 2KJX434PG4-5ZV7C4"],
    ...["awash 2KJX4EW3RY-5ZWKJ5", "awash 2KJX5SS8TI-5ZX2H6", "awash 2KJX5M370B-5ZYMC7"],
    "ask awash receipt_link",
  ],
  boa: [
    ...["boa TT26306BLQZV 44572", "boa TT26306BLQZV 44572", "boa TT26306BLQZV 44572"],
    ...["boa TT26306847M3 44572", "boa FT26307GL84L 10104", "boa FT26307KLDBX 10104"],
    ...["ask null receipt_link", "boa suffix", "boa suffix"],
  ],
  bunna: ["- boa FT26307LLQKV", "-", "-", "-", "-"],
  cbe: [
    ...["cbe FT25328LM268 44733310", "ask cbe receipt_link", "cbe FT26307L8SMG 44733310"],
    ...["cbe FT26307LDHCW 44733310", "cbe FT26307LQGKZ 44733310", "cbe v2-hfHCxTn4KqWmZr7VbYsP"],
    ...["cbe FT26307LGCB8 44733310", "cbe suffix"],
  ],
  mpesa: ["mpesa UK35LN8R1T", "mpesa UK35LN8R1U", "mpesa UK3VLE5Z8A"],
  siket: ["-"],
  telebirr: [
    ...["DK35LGH3IQ", "DK39LGH9NQ", "DK38LW9872", "DK33LAT76Z", "DK39LD3M9J", "DK39LEDYBT"],
    ...["DK33LEP76N", "DK39LTMIMP"],
  ]
    .map((number) => `telebirr ${number}`)
    .concat(
      "ask telebirr transaction_number",
      ...["DK36LKBBXC", "DK39LZJXNP", "DK39LZJXNP", "DK3GLU3HNC", "DK3HLTKQE0"].map(
        (number) => `telebirr ${number}`,
      ),
    ),
};

export const messageFiles = Object.keys(outcomes);

export interface RealMessage {
  readonly text: string;
  /** The expected result, in short. */
  readonly outcome: string;
}

export function realMessages(file: string): readonly RealMessage[] {
  const texts = realReceipt(`sms/${file}.txt`)
    .toString()
    .split(/^----$/m);
  return texts.map((message, place) => ({
    text: message.replaceAll(/^#.*\n/gm, "").trim(),
    outcome: outcomes[file]?.[place] ?? "a message more than expected",
  }));
}
