import { both, textsOf } from "@receipts/web-pages/texts";

/** The outcome of an attempt in words, with the next step. */
export const attemptTexts = textsOf({
  statuses: {
    delivered: both("Your server accepted the webhook.", "ሰርቨርዎ ዌብሁኩን ተቀብሏል።"),
    redirect: both(
      "Your server responded with a redirect. We do not follow redirects: enter the final URL.",
      "ሰርቨርዎ ወደ ሌላ አድራሻ መርቷል። ወደዚያ አንልክም፤ የመጨረሻውን አድራሻ ያስገቡ።",
    ),
    refused: both(
      "Your server refused the webhook. Check that it needs no sign-in and uses the current signing secret.",
      "ሰርቨርዎ አልተቀበለም። መግቢያ የማይጠይቅ መሆኑንና አሁን ያለውን የመፈረሚያ ሚስጥር መያዙን ያረጋግጡ።",
    ),
    notFound: both(
      "Your server has no such address. Check the path of the URL, and that it accepts POST.",
      "በሰርቨርዎ ላይ እንዲህ ያለ አድራሻ የለም። የአድራሻውን መንገድ፣ POST መቀበሉንም ያረጋግጡ።",
    ),
    gone: both(
      "Your server responded 410: it wants no more webhooks. We do not retry, and we disable the endpoint.",
      "ሰርቨርዎ 410 መልሷል፦ ከእንግዲህ ዌብሁክ አይፈልግም። እንደገና አንሞክርም፤ አድራሻውም ይቆማል።",
    ),
    limited: both(
      "Your server got too many webhooks at once. Set a rate for the endpoint.",
      "ለሰርቨርዎ በአንድ ጊዜ ብዙ ዌብሁክ ደርሶታል። ለአድራሻው የፍጥነት ገደብ ያስቀምጡ።",
    ),
    rejected: both(
      "Your server rejected the webhook. Its response below can say why.",
      "ሰርቨርዎ ዌብሁኩን አልተቀበለም። ምክንያቱ ከታች ባለው ምላሽ ሊኖር ይችላል።",
    ),
    failed: both(
      "Your server failed while it handled the webhook. Look for an error in its log.",
      "ሰርቨርዎ ዌብሁኩን ሲያስተናግድ ስህተት ገጥሞታል። የሰርቨርዎን መዝገብ ይመልከቱ።",
    ),
    unavailable: both(
      "Your server was not available. Check that the application behind its proxy runs.",
      "ሰርቨርዎ ለጊዜው አልሠራም። ከፕሮክሲው ጀርባ ያለው ፕሮግራም መሥራቱን ያረጋግጡ።",
    ),
    unusual: both("Only a 2xx response counts as received.", "እንደደረሰ የሚቆጠረው 2xx ምላሽ ብቻ ነው።"),
  },
  classes: {
    dns: both(
      "We could not find the host name. Check the URL and the DNS records of the host.",
      "የሆስቱ ስም አልተገኘም። አድራሻውንና የሆስቱን የDNS መዝገብ ያረጋግጡ።",
    ),
    unsafe_address: both(
      "The host has an address that is not public. We only send to public internet addresses.",
      "ሆስቱ ለሕዝብ ክፍት ያልሆነ አድራሻ አለው። የምንልከው ወደ ኢንተርኔት አድራሻዎች ብቻ ነው።",
    ),
    connect: both(
      "No connection. Check that your server runs and that no firewall blocks the port.",
      "መገናኘት አልተቻለም። ሰርቨርዎ መሥራቱንና ፋየርዎል ፖርቱን አለመዝጋቱን ያረጋግጡ።",
    ),
    tls: both(
      "No secure connection. Check that the certificate is valid, complete and made for this host.",
      "ደህንነቱ የተጠበቀ ግንኙነት አልተቻለም። ሰርቲፊኬቱ የሚሠራ፣ የተሟላና የዚህ ሆስት መሆኑን ያረጋግጡ።",
    ),
    timeout: both(
      "Your server did not respond in time. Respond first, and do slow work afterwards.",
      "ሰርቨርዎ በጊዜው አልመለሰም። መጀመሪያ ምላሽ ይስጡ፤ ጊዜ የሚወስደውን ሥራ ከዚያ በኋላ ይሥሩ።",
    ),
    reset: both(
      "Your server closed the connection without a response. It may have crashed or restarted.",
      "ሰርቨርዎ ምላሽ ሳይሰጥ ግንኙነቱን ዘግቷል። ወድቆ ወይም ዳግም ተነስቶ ሊሆን ይችላል።",
    ),
    protocol: both(
      "The response was not valid HTTP. Check that the port belongs to a web server.",
      "ምላሹ ትክክለኛ HTTP አይደለም። ፖርቱ የዌብ ሰርቨር መሆኑን ያረጋግጡ።",
    ),
    internal: both(
      "Something failed on our side, and no call was made. We retry automatically.",
      "በእኛ በኩል ችግር አጋጥሟል፤ ጥሪ አልተደረገም። በራሱ እንደገና ይሞከራል።",
    ),
  },
  unknown: both("Your server did not respond.", "ሰርቨርዎ አልመለሰም።"),
});
