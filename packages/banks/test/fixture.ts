import { readFileSync } from "node:fs";
import { join } from "node:path";

const read = (path: string): Buffer => readFileSync(join(import.meta.dirname, "../src", path));

/** An invented document in `src/<bank>/fixtures`: one that is stored there, or a variant of one. */
export function fixture(path: string): Buffer {
  const derive = derived[path];
  return derive === undefined ? read(path) : Buffer.from(derive());
}

/** The document with these stretches replaced; each must occur in it. */
function replaced(path: string, replacements: Readonly<Record<string, string>>): string {
  let text = read(path).toString();
  for (const [shown, instead] of Object.entries(replacements)) {
    if (!text.includes(shown)) throw new Error(`${path} has no "${shown}"`);
    text = text.replaceAll(shown, () => instead);
  }
  return text;
}

interface AwashPage {
  readonly title?: string;
  readonly customer: string;
  readonly account: string;
  readonly rows: Readonly<Record<string, string>>;
  readonly token: string;
}

const awashRow = ([label, value]: readonly [string, string]) => `            <tr>
              <td><tt><span>${label} </span></tt></td>
              <td><tt><span>: </span></tt></td>
              <td><tt><span>${value}</span></tt></td>
            </tr>
`;

function awashPage({ title = "Transaction Successful", customer, account, rows, token }: AwashPage): string {
  const page = replaced("awash/fixtures/ips-bank-transfer.html", {
    "Transaction Successful": title,
    "LENSA  TADESSE  BEKELE": customer,
    "01325******1111/BANK": account,
    "2KCGUGIM57-4Q7C3H": token,
  });
  return replacedBetween(
    page,
    "            <tr>\n              <td><tt>",
    '\n          </table>\n          <div class="qr-code"',
    Object.entries(rows).map(awashRow).join(""),
  );
}

/** Removes the tables of the bank and of its customer. */
function olderAwashPage(page: AwashPage): string {
  return replacedBetween(
    awashPage(page),
    '        <table class="header-table">',
    "        <div><span>Transaction/Payment",
    "",
  );
}

/** Replaces the text from the first `start` to the next `end`. */
function replacedBetween(text: string, start: string, end: string, instead: string): string {
  const from = text.indexOf(start);
  return text.slice(0, from) + instead + text.slice(text.indexOf(end, from));
}

function kaafiebirrPageWithoutPayer(replacements: Readonly<Record<string, string>>): string {
  const page = replaced("kaafiebirr/fixtures/with-payer.html", replacements);
  const heading = (party: string) => `      <div class="heading"><h3>${party} Info`;
  return replacedBetween(page, heading("Sender"), heading("Receiver"), "");
}

type Fields = Readonly<Record<string, string | number | undefined>>;

const json = (value: unknown) => JSON.stringify(value, null, 2);

const wegagenTransaction = (fields: Fields) =>
  json({ ...JSON.parse(read("wegagen/fixtures/transfer.json").toString()), ...fields });

function boaSlip(fields: Fields): string {
  const { header, body } = JSON.parse(read("boa/fixtures/transfer.json").toString());
  return json({ header, body: [{ ...body[0], ...fields }] });
}

const derived: Readonly<Record<string, () => string>> = {
  "telebirr/fixtures/bank-transfer.html": () =>
    replaced("telebirr/fixtures/person-to-person.html", {
      "Lensa Tadesse Bekele": "Meron Assefa Wolde",
      "2519****4410": "2519****3127",
      "Yared Molla Desta": "Commercial Bank of Ethiopia",
      "2519****7083": "1004",
      "Completed</td>": `Completed</td>
                                        </tr>
                                        <tr>
                                            <td style="text-align: left; width: 300px;">

                                                የባንክ አካውንት ቁጥር/Bank account number
                                            </td>
                                            <td style="text-align: left"> 1000987654321   Mr Abel Girma Tola</td>`,
      DB34K9WQ7X: "DC25MN8R1T",
      "03-02-2026 16:51:21": "02-03-2026 11:26:23",
      "1,250.00 Birr": "600 Birr",
      "9.99 Birr": "0.0 Birr",
      "5.22 Birr": "8.70 Birr",
      "0.78 Birr": "1.30 Birr",
      "1,256.00 Birr": "610.00 Birr",
      "one thousand two hundred fifty six birr": "six hundred ten birr",
      "Send Money to Registered Customer": "Customer Transfer from Mobile Money to Bank",
      "rent/Payer Name": "",
    }),
  "telebirr/fixtures/merchant-payment.html": () =>
    replaced("telebirr/fixtures/person-to-person.html", {
      "Lensa Tadesse Bekele": "Hana Kebede Lema",
      "2519****4410": "2519****6652",
      "Yared Molla Desta": "Selam Bakery",
      "2519****7083": "512345",
      DB34K9WQ7X: "CGF0P4ZL2D",
      "03-02-2026 16:51:21": "15-07-2025 09:05:07",
      "1,250.00 Birr": "45 Birr",
      "የማህተም ክፍያ/Stamp Duty": `15% ተ.እ.ታ/VAT &nbsp;&nbsp;
                                            </td>
                                            <td class="receipttableTd receipttableTd2"> 0.0 Birr</td>
                                        </tr>
                                        <tr>
                                            <td>&nbsp;</td>
                                            <td class="receipttableTd1">

                                                የማህተም ክፍያ/Stamp Duty`,
      "Service fee &nbsp;": "service fee &nbsp;",
      "9.99 Birr": "0.0 Birr",
      "5.22 Birr": "0.0 Birr",
      "0.78 Birr": "0.0 Birr",
      "1,256.00 Birr": "45 Birr",
      "one thousand two hundred fifty six birr": "forty five birr",
      "Send Money to Registered Customer": "Customer Pays Merchant",
      "rent/Payer Name": "",
    }),
  "awash/fixtures/send-to-bank.html": () =>
    awashPage({
      title: "Transfer successful",
      customer: "Hirut Alemu Negash",
      account: "01325******2222/BANK",
      rows: {
        "Transaction Date": "2026-06-07 11:22:03",
        "Transaction Type": "Send To Bank",
        Amount: "3,000 ETB",
        "Sender Name": "Hirut Alemu Negash",
        "Sender Account": "01325*******222",
        "Receiver Name": "Selam Bakery &amp; Sons",
        "Receiver Account": "01320******8777/BANK",
        Charge: "5.00 ETB",
        VAT: "0.75 ETB",
        Reason: "-",
        "Transaction ID": "260607112200345",
      },
      token: "2KDL95XEHL-4Q7C3H",
    }),
  "awash/fixtures/merchant-payment.html": () =>
    awashPage({
      customer: "Abel Girma Tola",
      account: "01325******3333/BANK",
      rows: {
        "Transaction Date": "2026-03-02 09:30:59",
        "Transaction type": "Merchant Payment",
        Amount: "100.00 ETB",
        "Sender Name": "Abel Girma Tola",
        Merchant: "SELAM COFFEE",
        "Till Number": "407215",
        Reason: "lunch",
        "Transaction ID": "260302093000777",
      },
      token: "2K9P4PDDU1-4Q7C3H",
    }),
  "awash/fixtures/send-money.html": () =>
    awashPage({
      title: "Transaction successful",
      customer: "Abel Girma Tola",
      account: "25190******0/WALLET",
      rows: {
        "Transaction Date": "2026-05-24 13:25:41",
        "Transaction type": "Send Money",
        Amount: "250 ETB",
        Recipient: "251900000222/WALLET",
        "Transaction ID": "260524132500456",
      },
      token: "2KCJ4TYGA0-4Q7C3H",
    }),
  "awash/fixtures/telebirr-transfer.html": () =>
    awashPage({
      title: "Telebirr Transfer",
      customer: "Daniel Kassa Hailu",
      account: "01325******4444/BANK",
      rows: {
        "Transaction Date": "2026-07-12",
        "Transaction Type": "Telebirr Transfer",
        "Phone Number": "251900000333",
        "Customer Name": "Marta Wolde Yimer ",
        "Source Account": "01325******4444/BANK",
        Amount: "950.00",
        Charge: "2.00",
        VAT: "0.30",
        Reason: "A",
        "Transaction ID": "260712094000678",
      },
      token: "2KEXHDDQ1Y-4Q7C3H",
    }),
  "awash/fixtures/older-page.html": () =>
    olderAwashPage({
      title: "Transaction successful",
      customer: "",
      account: "",
      rows: {
        "Transaction Time": "01/12/2025 10:00:00 AM",
        Amount: "500.00",
        Charge: "0.00",
        "Sender Name": "Daniel Kassa Hailu",
        "Sender Account": "01325*******444",
        "Beneficiary name": "Marta Wolde Yimer",
        Reason: "-",
        "Transaction ID": "251201100012345",
      },
      token: "A1B2C3D4E5F6-1Q7C3H",
    }),
  "dashen/fixtures/other-bank.html": () =>
    replaced("dashen/fixtures/within-dashen.html", {
      "Lensa Tadesse Bekele": "Hana Girma Alemu",
      "5387******942": "5029******340",
      "Within Dashen Transfer": "Other Bank Transfer",
      "From Sara Demo, Total": "rent",
      "Yared Molla Desta</p>": `Mr Abel Girma Tola</p>
        <p><strong>Beneficiary Bank Name:</strong> Awash Bank</p>`,
      "2048******316": "0132000000008777",
      "387WDTS260610A1B": "B22OBTS26091K3W8",
      WDTI202603020928180001: "OBTI202603312214070002",
      "Mar 02, 2026, 09:28:18 am": "Mar 31, 2026, 10:14:07 pm",
      "20,475.00": "1,500.00",
      "5.00<": "10.00<",
      "0.25": "0.50",
      "0.75": "1.50",
      "<td>Discount Amount</td>\n              <td>ETB 0<":
        "<td>Discount Amount</td>\n              <td>ETB 2.00<",
      "20,481.00": "1,510.00",
      "Twenty Thousand Four Hundred Eighty One": "One Thousand Five Hundred Ten",
    }),
  "dashen/fixtures/to-telebirr.html": () =>
    replaced("dashen/fixtures/within-dashen.html", {
      "Lensa Tadesse Bekele": "Hana Girma Alemu",
      "5387******942": "5029******340",
      "</strong> Super App": "</strong> USSD",
      "Within Dashen Transfer": "Telebirr Transfer",
      "From Sara Demo, Total": "",
      "Yared Molla Desta": "Selam Bakery &amp; Sons",
      "2048******316": "+251900000000",
      "387WDTS260610A1B": "822LTWS262260A1C",
      "        <p><strong>Transfer Reference:</strong> WDTI202603020928180001</p>\n": "",
      "Mar 02, 2026, 09:28:18 am": "Aug 14, 2026, 12:05:25 pm",
      "20,475.00": "100",
      "5.00": "5",
      "20,481.00": "106",
      "Twenty Thousand Four Hundred Eighty One": "One Hundred Six",
    }),
  "kaafiebirr/fixtures/transfer.html": () => kaafiebirrPageWithoutPayer({}),
  "kaafiebirr/fixtures/to-account.html": () =>
    replacedBetween(
      kaafiebirrPageWithoutPayer({
        "2026-02-11 20:07:02": "2026-07-27 08:03:10",
        "2034000000000": "2580000000",
        "1,275.00": "140.00",
        "Yared Molla Desta": "Selam Bakery",
        "<td>Phone</td>": "<td>Account</td>",
        "912340000": "1000****4321",
      }),
      '        <tr>\n          <td class="invoice">CHARGES',
      '        <tr>\n          <td class="invoice">AMOUNT',
      "",
    ),
  "siinqee/fixtures/free-transfer.html": () =>
    replaced("siinqee/fixtures/transfer.html", {
      B41K7TR262260352: "B41AYT5253650008",
      "2026-08-14 09:05:07": "2025-12-31 23:59:59",
      "Lensa Tadesse Bekele": "Selam &amp; Sons",
      "1013*****1207": "1013*****1208",
      "Yared Molla Desta": "Hana Girma Alemu",
      "1014*****3658": "1014*****3659",
      "ETB 1,234.00": "ETB 100.00",
      "ETB 5.00": "ETB 0.00",
      "ETB 0.75": "ETB 0.00",
      "ETB 1,239.75": "ETB 100.00",
      "One Thousand Two Hundred Thirty Nine Birr and Seventy Five Cents": "One Hundred Birr",
      "From Sara, Total": "",
    }),
  "wegagen/fixtures/credit.json": () =>
    wegagenTransaction({ accNo: "1113000009658", drCr: "C", phoneNumber: "0900000222" }),
  "wegagen/fixtures/to-wallet.json": () =>
    wegagenTransaction({
      receiver_account: "251900000222",
      trnRefNo: "204TBAW262260352",
      receiver_name: "---",
      charge: 0.3,
      narrative: "Telebirr transfer from account to wallet",
      vat: 0.05,
      trnCode: "AAT",
      txnAmount: 1234.5,
    }),
  "boa/fixtures/incoming-ips.json": () =>
    boaSlip({
      "Source Account Name": "A/R - P2P incoming settlement accou",
      "Source Account": "1******04",
      "Payer's Name": "RUTH GETACHEW",
      "Receiver's Name": "DAWIT HAILU NEGASH",
      "Receiver's Account": "1******41",
      "Transferred Amount": "250.00",
      "Transferred Amount in word": undefined,
      "Service Charge": undefined,
      "VAT (15%)": undefined,
      "Total Amount including VAT": undefined,
      "Transaction Type": "EthSwitch Transfer For inc via IPS",
      "Transaction Date": "02/06/26 19:45:31",
      "Transaction Reference": "TT26153ZK8Q4",
      "Payment Reference": undefined,
      Narrative: "FT26153XXXXX",
    }),
  "boa/fixtures/bill-payment.json": () =>
    boaSlip({
      "Receiver's Name": undefined,
      "Receiver's Account": undefined,
      "Transferred Amount": "3200.00",
      "Transferred Amount in word": "THREE THOUSAND TWO HUNDRED AND FIVE ETB AND SEVENTY FIVE CENTS ONLY",
      "Service Charge": "5",
      "VAT (15%)": "0.75",
      "Total Amount including VAT": "3205.75",
      "Transaction Type": "Tuition Fee",
      "Transaction Date": "10/06/26 21:30",
      "Transaction Reference": "FT26162LM4N0",
      "Payment Reference": "HAILU SARON",
      Narrative: "term 3",
    }),
  "cbe/fixtures/branch-receipt.pdf.txt": () =>
    replaced("cbe/fixtures/transfer.pdf.txt", {
      "VAT Invoice / Customer Receipt": "VAT Invoice/Customer Receipt - Branch Receipt",
      FT26061K3WQ8: "FT25241B7M2P",
      "3/2/2026, 10:52:00 AM": "8/28/2025, 8:31:00 PM",
      " coffee done via Mobile": "",
      "1,134.00 ETB": "360.00 ETB",
      "5.00 ETB": "10.00 ETB",
      "0.75 ETB": "1.50 ETB",
      "1,139.75 ETB": "372.00 ETB",
      "One Thousand One Hundred Thirty Nine & Seventy Five": "Three Hundred Seventy Two & Zero",
    }),
  "cbe/fixtures/from-another-bank.pdf.txt": () =>
    replaced("cbe/fixtures/transfer.pdf.txt", {
      FT26061K3WQ8: "FT26015H9TLA",
      "TIGIST ALEMU BEKELE": "Inter Bank Account to Account rece",
      "1****1111": "E****0950",
      "3/2/2026, 10:52:00 AM": "1/15/2026, 12:07:00 AM",
      "coffee done via Mobile": "invoice 44\nfor the second half",
      "1,134.00 ETB": "25,000.00 ETB",
      "5.00 ETB": "0.00 ETB",
      "0.75 ETB": "0.00 ETB",
      "1,139.75 ETB": "25,000.00 ETB",
      "One Thousand One Hundred Thirty Nine & Seventy Five": "Twenty Five Thousand & Zero",
    }),
  "cbebirr/fixtures/from-bank.pdf.txt": () =>
    replaced("cbebirr/fixtures/to-organization.pdf.txt", {
      "251900000444 - Hirut Alemu Negash\n": "",
      DH31MN8R1T5: "CG15QK2M4A",
      "Hirut Alemu Negash": "Abel Girma Tola",
      "Org Account": "251900000333 - Abel Girma Tola",
      "Selam Bakery": "Abel Girma Tola",
      FT26215K3WQ8: "FT25182K3WQ8",
      "251900000555 Eve\n": "",
      "2026-08-03 19:20": "2025-07-01 08:05",
      "45.00": "500.00",
      "forty five": "five hundred",
      "Pay Bill": "TransferFromBankToMM by Customer to Customer",
      USSD: "Mobile",
    }),
};
