import { afterPrefix, both, textsOf } from "@receipts/web-pages/texts";

export const decisionFormTexts = textsOf({
  title: both("Accept this payment?", "ይህ ክፍያ ይቆጠራል?"),
  todo: both(
    (bank: string, reference: string) =>
      `Check your own account at ${bank}: has payment ${reference} arrived? Accept only a payment that you see there yourself.`,
    (bank, reference) =>
      `በ${afterPrefix(bank)} ያለዎትን ሒሳብ ራስዎ ይመልከቱ፦ ክፍያ ${reference} ገብቷል? በሒሳብዎ ውስጥ ራስዎ ያዩትን ብቻ ይቀበሉ።`,
  ),
  note: both("Note", "ማስታወሻ"),
  noteHint: both("The reason, for later questions.", "ምክንያቱ፤ በኋላ ለሚጠይቁ።"),
  rememberName: both(
    (name: string) => `Save “${name}” as a name of this account.`,
    (name) => `“${name}” የዚህ ሒሳብ ስም እንደሆነ ይታወስ።`,
  ),
  rememberNameHint: both(
    "Receipts with this name then need no decision. Tick it only if your bank prints your account name like this.",
    "ከዚያ በኋላ ይህ ስም ያለባቸው ደረሰኞች ማንንም አይጠብቁም። ባንክዎ ሒሳብዎን እንዲህ የሚያትም ከሆነ ብቻ ምልክት ያድርጉ።",
  ),
  accept: both("Accept payment", "ክፍያውን ተቀበል"),
  reject: both("Reject receipt", "ደረሰኙን አትቀበል"),
});
