import { guessColumns } from "./guess-columns.ts";

type Columns = ReturnType<typeof guessColumns>["columns"];

/** Header rows as banks and accounting programs write them, with a row of each. */
const headers: readonly (readonly [header: string, row: string, columns: Columns])[] = [
  [
    "Transaction Date|Value Date|Transaction ID|Narrative|Debit|Credit|Balance",
    "02/03/2026|02/03/2026|FT26061ABCDE|Transfer||1,250.00|9,000.00",
    {
      time: "Transaction Date",
      reference: "Transaction ID",
      description: "Narrative",
      debit: "Debit",
      credit: "Credit",
      balance: "Balance",
    },
  ],
  [
    "Date|Description|Reference|Withdrawals|Deposits|Balance",
    "02 Mar 2026|Transfer|FT1||12.00|13.00",
    {
      time: "Date",
      description: "Description",
      reference: "Reference",
      debit: "Withdrawals",
      credit: "Deposits",
      balance: "Balance",
    },
  ],
  [
    "Posting Date|Ref No.|Particulars|Dr|Cr|Running Balance",
    "02/03/2026|FT1|x|1.00||2.00",
    {
      time: "Posting Date",
      reference: "Ref No.",
      description: "Particulars",
      debit: "Dr",
      credit: "Cr",
      balance: "Running Balance",
    },
  ],
  [
    "TXN DATE|TXN REF|NARRATION|DEBIT AMOUNT|CREDIT AMOUNT|CLOSING BALANCE",
    "02-03-2026|S1|x|1.00||2.00",
    {
      time: "TXN DATE",
      reference: "TXN REF",
      description: "NARRATION",
      debit: "DEBIT AMOUNT",
      credit: "CREDIT AMOUNT",
      balance: "CLOSING BALANCE",
    },
  ],
  [
    "Receipt No.|Completion Time|Details|Transaction Status|Paid In|Withdrawn|Balance",
    "SFC1|2026-03-02 10:00:00|x|Completed|5.00||9.00",
    {
      reference: "Receipt No.",
      time: "Completion Time",
      description: "Details",
      status: "Transaction Status",
      credit: "Paid In",
      debit: "Withdrawn",
      balance: "Balance",
    },
  ],
  [
    "Trans. Date|Trans. Ref|Amount (ETB)|DR/CR|Remarks",
    "02/03/2026|A1|7.50|CR|x",
    {
      time: "Trans. Date",
      reference: "Trans. Ref",
      amount: "Amount (ETB)",
      direction: "DR/CR",
      description: "Remarks",
    },
  ],
  [
    "Date|Reference|Amount|Type",
    "2026-03-02|A1|7.50|Credit",
    { time: "Date", reference: "Reference", amount: "Amount", direction: "Type" },
  ],
  [
    "Date|Reference|Amount",
    "2026-03-02|A1|-7.50",
    { time: "Date", reference: "Reference", amount: "Amount" },
  ],
  // An amount without signs and words: the person says what it is.
  ["Date|Reference|Amount", "2026-03-02|A1|7.50", { time: "Date", reference: "Reference" }],
  ["Date|Reference|Amount|Type", "2026-03-02|A1|7.50|Transfer", { time: "Date", reference: "Reference" }],
  [
    "Booking Date|Value Date|Payment Details|Amount|Balance",
    "02.03.2026|02.03.2026|x|-1,00|2,00",
    { time: "Booking Date", description: "Payment Details", amount: "Amount", balance: "Balance" },
  ],
  [
    "*Date|*Amount|Payee|Description|Reference|Check Number",
    "02/03/2026|-5.00|A|x|R1|",
    { time: "*Date", amount: "*Amount", description: "Description", reference: "Reference" },
  ],
  [
    "Date|Transaction Type|No.|Name|Memo|Amount|Balance",
    "03/15/2026|Deposit|1|A|x|5.00|9.00",
    {
      time: "Date",
      direction: "Transaction Type",
      description: "Memo",
      amount: "Amount",
      balance: "Balance",
    },
  ],
  [
    "Date|Time|Transaction Number|Money In|Money Out|Fee",
    "02/03/2026|10:05|A1|5.00||0.50",
    {
      time: "Date",
      clock: "Time",
      reference: "Transaction Number",
      credit: "Money In",
      debit: "Money Out",
      fee: "Fee",
    },
  ],
  [
    "ቀን|ማጣቀሻ|መግለጫ|ወጪ|ገቢ|ቀሪ ሒሳብ",
    "02/03/2026|FT1|x||5.00|9.00",
    { time: "ቀን", reference: "ማጣቀሻ", description: "መግለጫ", debit: "ወጪ", credit: "ገቢ", balance: "ቀሪ ሒሳብ" },
  ],
  [
    "Entry Date|Transaction Reference|Counterparty|Credit|Debit|Service Charge",
    "02/03/2026|T1|A|5.00||0.10",
    {
      time: "Entry Date",
      reference: "Transaction Reference",
      account: "Counterparty",
      credit: "Credit",
      debit: "Debit",
      fee: "Service Charge",
    },
  ],
  [
    "Value Date|Reference Number|Credit|Debit",
    "02/03/2026|R1|5.00|",
    { time: "Value Date", reference: "Reference Number", credit: "Credit", debit: "Debit" },
  ],
  [
    "Transaction Time|Transaction No|Amount|Opposite Party|Status",
    "2026-03-02 10:00|DC1|-5.00|A|Completed",
    {
      time: "Transaction Time",
      reference: "Transaction No",
      amount: "Amount",
      account: "Opposite Party",
      status: "Status",
    },
  ],
  // Two columns of one name cannot be told apart.
  [
    "Date|Date|Reference|Credit|Debit",
    "1|2|R|5.00|",
    { reference: "Reference", credit: "Credit", debit: "Debit" },
  ],
  ["A|B|C", "1|2|3", {}],
];

it.each(headers)("the columns of %s are guessed right, or left to the person", (header, row, columns) => {
  const rows = [["Bank of Tests"], header.split("|"), row.split("|")];
  expect(guessColumns(rows).columns).toEqual(columns);
});

it.each([
  ["2026-03-02", "ymd"],
  ["03/15/2026", "mdy"],
  ["15/03/2026", "dmy"],
  ["02/03/2026", "dmy"],
] as const)("the order of %s is guessed as %s", (time, order) => {
  expect(
    guessColumns([
      ["Date", "Credit"],
      [time, "1.00"],
    ]).dateOrder,
  ).toBe(order);
});

it.each([
  ["1.250,00", ","],
  ["1,250.00", "."],
  ["7,5", ","],
  ["1,250", "."],
] as const)("the decimal sign of %s is guessed as %s", (amount, sign) => {
  expect(
    guessColumns([
      ["Date", "Credit"],
      ["15/03/2026", amount],
    ]).decimal,
  ).toBe(sign);
});
