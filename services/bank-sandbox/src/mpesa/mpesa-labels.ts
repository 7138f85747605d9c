/** One of these is known (`RECEIVER BUSINESS NAME`); the others are telebirr's wording, or ours. */
const amharic = {
  "TRANSACTION INFORMATION": "የግብይት መረጃ",
  "SENDER NAME": "የላኪ ስም",
  "SENDER PHONE NUMBER": "የላኪ ስልክ ቁጥር",
  "SENDER TIN NO": "የላኪ ቲን ቁጥር",
  "BUYER NAME": "የገዢ ስም",
  "BUYER PHONE NUMBER": "የገዢ ስልክ ቁጥር",
  "BUYER TIN NO": "የገዢ ቲን ቁጥር",
  "PAYER NAME": "የከፋይ ስም",
  "PAYER PHONE NUMBER": "የከፋይ ስልክ ቁጥር",
  "RECEIVER NAME": "የተቀባይ ስም",
  "RECEIVER NUMBER": "የተቀባይ ቁጥር",
  "RECEIVER BUSINESS NAME": "የተቀባዩ ቢዝነስ ስም",
  "RECEIVER BUSINESS NUMBER": "የተቀባዩ ቢዝነስ ቁጥር",
  "RECEIVER ACCOUNT NUMBER": "የተቀባይ አካውንት ቁጥር",
  "BANK NAME": "የባንክ ስም",
  "TRANSACTION ID": "የግብይት መለያ ቁጥር",
  "TRANSACTION DETAIL": "የግብይት ዝርዝር",
  "RECEIPT NO": "የክፍያ ቁጥር",
  "PAYMENT DATE": "የክፍያ ቀን",
  "SETTLED AMOUNT": "የተከፈለው መጠን",
  "SERVICE FEE": "የአገልግሎት ክፍያ",
  DISCOUNT: "ቅናሽ",
  "+ 15% VAT": "ተ.እ.ታ",
  TOTAL: "ጠቅላላ የተከፈለ",
  "TOTAL AMOUNT IN WORDS": "የገንዘቡ ልክ በፊደል",
  "PAYMENT METHOD": "የክፍያ ዘዴ",
  "TRANSACTION TYPE": "የግብይት አይነት",
  "PAYMENT CHANNEL": "የክፍያ መንገድ",
  "PAYMENT REASON": "የክፍያ ምክንያት",
  "PACKAGE DETAILS": "የጥቅል ዝርዝር",
  "VALIDITY PERIOD": "የሚያገለግልበት ጊዜ",
} as const;

/** Amharic, a slash, English. */
export function mpesaLabel(english: keyof typeof amharic): string {
  return `${amharic[english]}/ ${english}`;
}
