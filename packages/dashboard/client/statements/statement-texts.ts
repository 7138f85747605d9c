import type { ReconciledLineView, Reconciliation } from "@receipts/contracts";
import { both, type Texts, textsOf } from "@receipts/web-pages/texts";

/** Words of both pages of reconciliation. */
export const statementTexts = textsOf({
  statuses: {
    pending: both("Being compared", "በማነጻጸር ላይ"),
    completed: both("Compared", "ተነጻጽሯል"),
    failed: both("Not read", "አልተነበበም"),
  } satisfies Record<Reconciliation["status"], Texts<string>>,
  classes: {
    matched: both("Matched", "የተጣጣሙ"),
    differing: both("Other amount", "መጠናቸው የሚለያይ"),
    statement_only: both("In the statement only", "በባንክ መግለጫው ብቻ ያሉ"),
    ours_only: both("With us only", "በእኛ ዘንድ ብቻ ያሉ"),
    ignored: both("Not compared", "ያልተነጻጸሩ"),
    unread: both("Not readable", "ያልተነበቡ"),
  } satisfies Record<ReconciledLineView["class"], Texts<string>>,
  failures: {
    empty_file: both("The file has no rows.", "ፋይሉ ምንም ረድፍ የለውም።"),
    broken_workbook: both(
      "The workbook is damaged or protected. Save it again as XLSX or CSV.",
      "የኤክሴል ፋይሉ ተበላሽቷል ወይም ተቆልፏል። እንደገና በXLSX ወይም በCSV ያስቀምጡት።",
    ),
    unreadable_pdf: both(
      "The PDF is damaged or protected. Save it again without a password.",
      "የፒዲኤፍ ፋይሉ ተበላሽቷል ወይም ተቆልፏል። ያለ የይለፍ ቃል እንደገና ያስቀምጡት።",
    ),
    ambiguous_amounts: both(
      "Amounts such as 173,900 have two readings. Choose below how they are written.",
      "እንደ 173,900 ያለ መጠን በሁለት መንገድ ሊነበብ ይችላል። እንዴት እንደተጻፈ ከታች ይምረጡ።",
    ),
    too_large_unpacked: both(
      "The file is too large when it is read, or a row has too much text. Send the period in parts.",
      "ፋይሉ ሲነበብ በጣም ትልቅ ነው፣ ወይም አንድ ረድፍ ብዙ ጽሑፍ አለው። ጊዜውን ከፋፍለው ይላኩ።",
    ),
    too_many_columns: both("The file has more than 100 columns.", "ፋይሉ ከ100 በላይ ዓምዶች አሉት።"),
    too_many_lines: both(
      "The file has more than 100,000 lines. Send the period in parts.",
      "ፋይሉ ከ100,000 በላይ መስመሮች አሉት። ጊዜውን ከፋፍለው ይላኩ።",
    ),
    unknown_layout: both(
      "The columns of this file are not known. Name them below.",
      "የዚህ ፋይል ዓምዶች አይታወቁም። ከታች ይሰይሟቸው።",
    ),
    missing_column: both(
      "No row of the file has all of these columns. Choose them again.",
      "እነዚህን ዓምዶች ሁሉ የያዘ ረድፍ የለም። እንደገና ይምረጧቸው።",
    ),
    too_many_payments: both(
      "The period has more than 200,000 payments. Send it in parts.",
      "በዚህ ጊዜ ውስጥ ከ200,000 በላይ ክፍያዎች አሉ። ከፋፍለው ይላኩ።",
    ),
    interrupted: both(
      "Reading took too much time or memory. Send the period in parts.",
      "ማንበቡ ብዙ ጊዜ ወይም ማህደረ ትውስታ ወሰደ። ጊዜውን ከፋፍለው ይላኩ።",
    ),
  } satisfies Record<NonNullable<Reconciliation["failure"]>, Texts<string>>,
});
