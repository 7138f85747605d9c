import { bankCodes, bankNames } from "@receipts/contracts";

/**
 * Words that the banks print themselves: labels, headings, kinds, statuses, amounts in words. They stay, while all
 * other words of a document are replaced. Do not add words that are also names, or words of a customer.
 */
const latin = `
  ababa about abyssinia account acnx address addis alert all allowed always am amount amounts an and android any api app are at
  authorised auto auth awash b2c bank banking beneficiary bill birr bole box branch business buy buyer by c2b can cbe cbebirr cbetetaa
  cancelled canceled cent cents channel charge charges check city code com comftmb commercial commission company completed contact
  copyright correct country credit credited creditor currency customer customers data date day debit debited debtor demo deposit
  description destination detail details device discount done download drrf duty eat ebirr email error et etb eth ethio ethiopia
  ethiopian ethswitch example excise excluding failed false fax fee fees for found from government goods gva have holder https id
  import in inc including income incoming indexed individual info information inter interest internal international invalid invoice
  ips is issued kaafi kebele key legacy levy limit link loading ltd mat mbreciept memo merchant message method microfinance mm mobile mode
  money mpesa mr mrs ms name names narrative no not note notice null number of office on online only or order org organization organisation other outgoing
  package page paid party pay payee payer payment payments pays pdf penalty period pesa phone plc please pm po postal posted price print
  processed product purpose qr rate reason rece receipt received receiver recipient ref reference reg region registered registration
  rely remark remarks remitter request reserved reversed rights safaricom sc scan security see self send sender sendmoney sent serial server
  service session settled settlement share sharing siinqee signature slip source stamp state status statement street sub subtotal
  success successful successfully sudan super surcharge swift tax tel telebirr telecom telecommunications thank thanks the this ticket
  till time tin tip title to token total transaction transfer transferfrombanktomm transferred true tt type unit unpaid until url use
  user using ussd utility valid validity value vat verify via wallet want wereda with within withdrawal withholding woreda word words
  year you your zone birrs balance before after amp nbsp request send successful your be can bank agent cash cashier operator teller
  jan feb mar apr may jun jul aug sep sept oct nov dec january february march april june july august september october november december
  mon tue wed thu fri sat sun monday tuesday wednesday thursday friday saturday sunday
  zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen
  twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million half`;

const ethiopic = `
  ሁኔታ ሂሳብ ልክ መለያ መልዕክት መረጃ መንገድ መጠን ምክንያት ምዝገባ ስልክ ስም ቀን ቁ ቁጥር ቅናሽ በፊደል ቢዝነስ ተ ተቀባይ ቲን ታ ቴሌብር አካውንት አይነት እ ክፍያ
  ዘዴ ዝርዝር የማህተም የባንክ የተቀባዩ የተቀባይ የተከፈለ የተከፈለው የቴሌብር የአገልግሎት የከፋይ የክፍያ የክፍያው የደረሰኝ የደንበኛ የገንዘቡ የገንዘብ የገዢ የግብይት
  ጠቅላላ የኤክሳይዝ ታክስ ብር ሳንቲም`;

const names = bankCodes.flatMap(bankNames).join(" ").toLowerCase();

export const pageWords: ReadonlySet<string> = new Set(
  `${latin} ${ethiopic} ${names}`.split(/\s+/).filter(Boolean),
);

/** Words of pages and places that are also names of persons: where a name is expected, they count as one. */
export const nameWords: ReadonlySet<string> = new Set(
  `addis bole mon sun may april june july august january february march september october november december
  jan feb mar apr jun jul aug sep sept oct nov dec`.split(/\s+/),
);
