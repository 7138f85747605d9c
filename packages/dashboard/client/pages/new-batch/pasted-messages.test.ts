import { hasRealReceipts } from "@receipts/testing";
import { messageFiles, realMessages } from "../../../../banks/test/real-messages.ts";
import { splitMessages } from "./pasted-messages.ts";

const TELEBIRR = `Dear Sara
You have paid ETB 200.00 for goods purchased from 5063 - Shop on 03/11/2026. Your transaction number is DK39AAAAAA.
Thank you for using telebirr
Ethio telecom`;
const WITH_GAPS = `Dear SARA,

A Deposit of ETB 20.00 to your account number XXXXXXXXX0101 on 03-11-2026.

Ahadu Bank.`;
const WITH_LINKS = `Dear Sara, your account 2*****72 was credited with ETB 4,000.00. Available Balance: ETB 4,174.98.
Receipt: https://bank.example/slip/?trx=FT26307AAAAA10104
Link your Fayda: https://bank.example/fayda`;
const LINK_BELOW = `Dear Customer
A Withdrawal of 2,012.00 ETB has been made from your account.
Please Download Your Digital Advice Here:
https://bank.example/receipt/1
Please Rate Your Satisfaction Level Here:
https://bank.example/feedback/1
Thank you.
Bunna Bank`;
const NUMBER_ALONE = `Dear Sara,
You have withdrawn ETB 4000.00. Your transaction number is
DK3GAAAAAA. Your current balance is ETB 1.00.
Thank you for using telebirr`;
const AMHARIC = `ውድ ሳራ
100.00 ብር አስገብተዋል ፡፡ የግብይት ቁጥርዎ DK33AAAAAA ነው፡፡
በቴሌብር ስለተገለገሉ እናመሰግናለን
ኢትዮ ቴሌኮም`;
const DIALOG = `Success
Message
ETB 20,000.00 debited from SARA with transaction ID: FT26307AAAAA.
Commercial Bank of Ethiopia
The Bank You can always Rely on!`;
const ONE_LINE =
  "Dear Sara your Account 1****3310 has been debited with ETB 511. Thank you for Banking with CBE! https://bank.example/?id=FT25328AAAAA44733310";
const MPESA = "UK35AAAAAA Confirmed.You have sent 50.00 Birr to LULIT on 3/11/26 at 11:53 AM.";
const FROM_CHAT = `[03/11/2026, 17:05] Abebe: Dear Sara
You have received ETB 200.00. Your transaction number is DK39BBBBBB.`;
const FROM_CHAT_TOO = `12/11/26, 10:05 AM - +251 91 122 3344: Dear Sara,
You have received ETB 20.00. Your transaction number is DK39CCCCCC.`;

const messages = [
  ...[TELEBIRR, WITH_GAPS, WITH_LINKS, LINK_BELOW, NUMBER_ALONE, AMHARIC, DIALOG, ONE_LINE, MPESA],
  ...[FROM_CHAT, FROM_CHAT_TOO],
];
const numbers = [
  "DK39DDDDDD",
  "FT26061AB12C 12345678",
  "https://bank.example/receipt/DK39EEEEEE",
  "bad",
  "DK 39",
];
const notes = ["Abebe paid 500, DK39FFFFFF", "Kebede paid 300", "500 birr DK39GGGGGG"];

const textsOf = (pasted: string) => splitMessages(pasted).map(({ text }) => text);
/** Lines without those that are empty. */
const lined = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n");

describe("a pasted text", () => {
  it.each(messages)("has one receipt for a whole message: %j", (message) => {
    expect(textsOf(message)).toEqual([lined(message)]);
  });

  it.each(["\n", "\n\n", "\r\n \r\n\r\n"])(
    "has a receipt for each of its messages, with %j between",
    (gap) => {
      expect(textsOf(messages.join(gap))).toEqual(messages.map(lined));
      expect(textsOf(messages.toReversed().join(gap))).toEqual(messages.toReversed().map(lined));
    },
  );

  it.each(["\n", "\n\n"])("has a receipt for each line without a message, with %j between", (gap) => {
    expect(textsOf([...numbers, ...notes].join(gap))).toEqual([...numbers, ...notes]);
  });

  it.each(messages)("keeps a number that stands before or behind a message apart: %j", (message) => {
    for (const number of numbers.slice(0, 3))
      expect(textsOf([number, message, number].join("\n\n"))).toEqual([number, lined(message), number]);
  });

  it.each([TELEBIRR, LINK_BELOW, AMHARIC, ONE_LINE, MPESA])(
    "keeps a number apart that follows a complete message at once: %j",
    (message) => {
      expect(textsOf(`${message}\nDK39DDDDDD`)).toEqual([message, "DK39DDDDDD"]);
    },
  );

  it.each(["DK39DDDDDD", "https://bank.example/receipt/DK39EEEEEE"])(
    "keeps a message that has no number apart from the receipt below it: %s",
    (receipt) => {
      const message =
        "Dear Sara, your Account 01320xxxxxx7715 has been Credited with ETB 850.00. Thank You. Awash Bank.";
      expect(textsOf(`${message}\n${receipt}`)).toEqual([message, receipt]);
    },
  );

  it("names the line on which each begins", () => {
    expect(splitMessages(`\n${TELEBIRR}\nDK39DDDDDD`).map(({ line }) => line)).toEqual([2, 6]);
  });

  it("has none if it is empty", () => {
    expect(splitMessages(" \n\r\n ")).toEqual([]);
  });

  it("of half a megabyte is split at once", () => {
    const many = `Dear ${"a ".repeat(200)}\n`.repeat(1_200);
    const startedAt = performance.now();
    expect(splitMessages(many)).toHaveLength(1_200);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});

(hasRealReceipts ? describe : describe.skip)("all messages as people hold them, in one text", () => {
  it.each(["\n", "\n\n"])("are split where they begin, with %j between", (gap) => {
    const all = messageFiles.flatMap((file) => realMessages(file).map(({ text }) => text));
    expect(textsOf(all.join(gap))).toEqual(all.map(lined));
  });
});
