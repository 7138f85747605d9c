import type { DecisionReason } from "@receipts/contracts";
import { both, textsOf } from "@receipts/web-pages/texts";

export const verifyTexts = textsOf({
  title: both("Verify a receipt", "ደረሰኝ ማረጋገጫ"),
  heading: both("What did the payer send?", "ከፋዩ ምን ላከ?"),
  reference: both("Number, message or link of the receipt", "የደረሰኙ ቁጥር፣ መልእክት ወይም ሊንክ"),
  referenceHint: both(
    "Paste what the payer sent. The bank is recognized by itself.",
    "ከፋዩ የላከውን እዚህ ይለጥፉ። ባንኩ በራሱ ይታወቃል።",
  ),
  file: both("Or a photo or file of it", "ወይም የደረሰኙ ፎቶ ወይም ፋይል"),
  fileHint: both(
    "A QR code is read on this device. Anything else is sent to be read, and not stored.",
    "ኪውአር ኮድ በዚሁ መሣሪያ ይነበባል፤ ሌላው ለመነበብ ይላካል፣ አይቀመጥም።",
  ),
  amount: both("Amount you expect, in birr", "የሚጠብቁት መጠን በብር"),
  unknownBank: both("Choose the bank", "ባንኩን ይምረጡ"),
  suffix: both("Last digits of the account", "የሒሳቡ የመጨረሻ አሃዞች"),
  phone: both("Phone number", "ስልክ ቁጥር"),
  submit: both("Verify", "አረጋግጥ"),
  example: both("Use an example receipt", "የምሳሌ ደረሰኝ ይጠቀሙ"),
  answer: both("Answer", "መልስ"),
  stages: both(
    { sending: "Sending…", queued: "Waiting for its turn…", running: "Asking the bank…" },
    {
      sending: "በመላክ ላይ…",
      queued: "ተራውን እየጠበቀ ነው…",
      running: "ባንኩን እየጠየቅን ነው…",
    },
  ),
  todo: both(
    {
      accept: "The bank confirms this payment. You can hand over the goods.",
      wait: "There is no answer yet. Hand over nothing, and try again in a few minutes.",
      review: "Look into your account at the bank, then accept or reject.",
      reject: "Hand over nothing. Ask the payer for another payment.",
    },
    {
      accept: "ባንኩ ይህን ክፍያ አረጋግጧል። ዕቃውን ማስረከብ ይችላሉ።",
      wait: "እስካሁን መልስ የለም። ምንም አያስረክቡ፤ ከጥቂት ደቂቃ በኋላ እንደገና ይሞክሩ።",
      review: "በባንክ ያለዎትን ሒሳብ ተመልክተው ይቀበሉ ወይም ውድቅ ያድርጉ።",
      reject: "ምንም አያስረክቡ። ከፋዩን ሌላ ክፍያ ይጠይቁ።",
    },
  ),
  /** Where the reason has a better way out than its decision. */
  todoOf: {
    held_for_deposit: both(
      "Hand over nothing for it here. A payer has sent this receipt for a deposit: decide about that deposit.",
      "በዚህ ደረሰኝ እዚህ ምንም አያስረክቡ። ከፋዩ ለአንድ የክፍያ ጥያቄ ልኮታል፤ ስለዚያ ጥያቄ ይወስኑ።",
    ),
    not_verified: both(
      "Hand over nothing. Ask the payer to check the number and send it again.",
      "ምንም አያስረክቡ። ከፋዩ ቁጥሩን አረጋግጦ እንደገና እንዲልክ ይጠይቁ።",
    ),
    already_confirmed: both(
      "Hand over nothing. This receipt has been used already: ask for another payment.",
      "ምንም አያስረክቡ። ይህ ደረሰኝ ከዚህ በፊት ጥቅም ላይ ውሏል፤ ሌላ ክፍያ ይጠይቁ።",
    ),
    amount_too_low: both(
      "Hand over nothing. Ask the payer for the rest of the amount.",
      "ምንም አያስረክቡ። ከፋዩን ቀሪውን ገንዘብ ይጠይቁ።",
    ),
    wrong_receiver: both(
      "Hand over nothing. Ask the payer to pay to your account.",
      "ምንም አያስረክቡ። ወደ እርስዎ ሒሳብ እንዲከፍል ከፋዩን ይጠይቁ።",
    ),
  } satisfies Partial<Record<DecisionReason, object>>,
  usedByYourself: both(
    "If that was your own check and nothing was delivered for it, open it: its answer counts.",
    "እሱ የራስዎ ማረጋገጫ ከሆነና ምንም ካልተረከበበት ይክፈቱት፤ የሚሠራው የእሱ መልስ ነው።",
  ),
  expected: both("You expected", "የጠበቁት"),
  notCompared: both("Not compared: you entered no amount", "አልተመሳከረም፦ መጠን አላስገቡም"),
  same: both("The same amount", "ይኸው መጠን"),
  more: both(
    (amount: string) => `${amount} more was paid`,
    (amount) => `${amount} በላይ ተከፍሏል`,
  ),
  less: both(
    (amount: string) => `${amount} is missing`,
    (amount) => `${amount} ይጎድላል`,
  ),
  /** A forged message has the number of another payment. */
  messageDiffers: both(
    (said: string, paid: string) =>
      `Attention: the message says ${said}, but the bank says that ${paid} was paid with this number.`,
    (said, paid) => `ጥንቃቄ፦ መልእክቱ ${said} ይላል፤ ባንኩ ግን በዚህ ቁጥር የተከፈለው ${paid} እንደሆነ ይናገራል።`,
  ),
  developer: both("An owner or a manager of the account must decide.", "የመለያው ባለቤት ወይም ሥራ አስኪያጅ መወሰን አለበት።"),
  decide: both("Decide", "ወስን"),
  again: both("Try again", "እንደገና ሞክር"),
  next: both("Next receipt", "ቀጣይ ደረሰኝ"),
  details: both("All details of this request", "የዚህ ጥያቄ ዝርዝር"),
});
