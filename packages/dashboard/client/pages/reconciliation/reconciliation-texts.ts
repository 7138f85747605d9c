import type { ReconciledLineView } from "@receipts/contracts";
import { both, type Texts, textsOf } from "@receipts/web-pages/texts";
import { reconciliationPlace } from "../../statements/reconciliation-places.ts";

export const reconciliationTexts = textsOf({
  title: reconciliationPlace.title,
  unknown: both("There is no such reconciliation", "እንዲህ ያለ ውጤት የለም"),
  toList: both("All reconciliations", "ሁሉም ውጤቶች"),
  exportAll: both("Download all", "ሁሉንም አውርድ"),
  exportClass: both("Download these", "እነዚህን አውርድ"),
  warnings: both("The numbers of this statement do not agree", "የዚህ መግለጫ ቁጥሮች አይጣጣሙም"),
  warningsTodo: both(
    "All rows were read. A page or a row may be missing, or the file was changed. Ask the bank for the statement again.",
    "ሁሉም ረድፎች ተነብበዋል። ገጽ ወይም ረድፍ ጎድሎ፣ ወይም ፋይሉ ተለውጦ ሊሆን ይችላል። መግለጫውን እንደገና ከባንኩ ይጠይቁ።",
  ),
  warned: {
    balance: both(
      (row: string, expected: string, found: string) =>
        `Row ${row}: the balance should be ${expected}, and is ${found}`,
      (row, expected, found) => `ረድፍ ${row}፦ ቀሪ ሒሳቡ ${expected} መሆን ሲገባው ${found} ነው`,
    ),
    total: both(
      (row: string, expected: string, found: string) =>
        `Row ${row}: the sum should be ${expected}, and is ${found}`,
      (row, expected, found) => `ረድፍ ${row}፦ ድምሩ ${expected} መሆን ሲገባው ${found} ነው`,
    ),
  },
  lines: both("Lines", "መስመሮች"),
  ours: both("Ours", "የእኛ"),
  statement: both("Statement", "መግለጫው"),
  difference: both("Difference", "ልዩነት"),
  noLines: both("No line has this result", "ይህ ውጤት ያለው መስመር የለም"),
  noLinesTodo: both("Choose another result above.", "ከላይ ሌላ ውጤት ይምረጡ።"),
  row: both("Row", "ረድፍ"),
  reference: both("Transaction number", "የግብይት ቁጥር"),
  result: both("Result", "ውጤት"),
  notes: {
    gross: both("The statement's amount has the fee in it", "የመግለጫው መጠን የአገልግሎት ክፍያውን ይጨምራል"),
    net: both("The statement's amount is without the fee", "የመግለጫው መጠን የአገልግሎት ክፍያው ተቀንሶ ነው"),
    fee_apart: both("The fee is a line of its own", "የአገልግሎት ክፍያው በራሱ መስመር ነው"),
    other_amount: both("Another amount", "መጠኑ ይለያያል"),
    reversed: both("The bank took the money back", "ባንኩ ገንዘቡን መልሶ ወስዷል"),
    repeated: both("The number is in the statement before", "ቁጥሩ ቀደም ሲል በመግለጫው ውስጥ አለ"),
    no_reference: both("The line has no number", "መስመሩ ቁጥር የለውም"),
    by_hand: both("Confirmed by a person, without a receipt", "ያለ ደረሰኝ በሰው የተረጋገጠ"),
    near_edge: both(
      "Near the first or last day: see the next statement",
      "ከመጀመሪያው ወይም ከመጨረሻው ቀን አጠገብ፦ ቀጣዩን መግለጫ ይመልከቱ",
    ),
    outgoing: both("Money that left the account", "ከሒሳቡ የወጣ ገንዘብ"),
    not_completed: both("Not completed", "ያልተጠናቀቀ"),
    no_time: both("No date", "ቀን የለም"),
    bad_time: both("Not a date", "ትክክለኛ ቀን አይደለም"),
    no_amount: both("No amount", "መጠን የለም"),
    bad_amount: both("Not an amount", "ትክክለኛ መጠን አይደለም"),
    two_amounts: both("Money in and money out in one row", "በአንድ ረድፍ ገቢም ወጪም አለ"),
    bad_direction: both("Neither in nor out", "ገቢም ወጪም አይደለም"),
    bad_fee: both("Not a fee", "ትክክለኛ የአገልግሎት ክፍያ አይደለም"),
    shortened_reference: both("A spreadsheet has shortened the number", "የግብይት ቁጥሩን ኤክሴል አሳጥሮታል"),
  } satisfies Record<NonNullable<ReconciledLineView["note"]>, Texts<string>>,
  maybePayment: both("May be", "ምናልባት"),
  maybeRow: both(
    (row: string) => `May be row ${row}`,
    (row) => `ምናልባት ረድፍ ${row}`,
  ),
});
