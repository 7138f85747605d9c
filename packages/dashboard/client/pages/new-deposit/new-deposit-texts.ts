import { both, textsOf } from "@receipts/web-pages/texts";

export const newDepositTexts = textsOf({
  title: both("New deposit", "አዲስ የክፍያ ጥያቄ"),
  intro: both(
    "Request a payment at the counter or by phone. The payer scans the QR code or opens the link, pays, and sends the receipt there.",
    "በመደብር ወይም በስልክ ክፍያ ይጠይቁ። ከፋዩ QR ኮዱን ያነባል ወይም ሊንኩን ይከፍታል፤ ይከፍላል፤ ደረሰኙንም እዚያ ይልካል።",
  ),
  amount: both("Amount in birr", "መጠን በብር"),
  description: both("Description", "መግለጫ"),
  descriptionHint: both("The payer sees it.", "ከፋዩ ያየዋል።"),
  customer: both("Customer", "ደንበኛ"),
  phone: both("Phone", "ስልክ"),
  allowPartial: both("Accept several payments", "በተለያዩ ክፍያዎች ተቀበል"),
  allowPartialHint: both("The receipts add up until the amount is paid.", "ደረሰኞቹ መጠኑ እስኪሟላ ድረስ ይደመራሉ።"),
  privacy: both(
    "We store the customer's name and phone with this deposit, show them only to your account, and erase them when your data is erased. Enter only what you need.",
    "የደንበኛው ስምና ስልክ ከዚህ ጥያቄ ጋር ይቀመጣል፤ ለእርስዎ መለያ ብቻ ይታያል፤ ውሂብዎ ሲጠፋም ይጠፋል። የሚያስፈልገውን ብቻ ያስገቡ።",
  ),
  create: both("Request payment", "ክፍያ ጠይቅ"),
});
