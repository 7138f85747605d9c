import type { WebhookEndpoint } from "@receipts/contracts";
import { both, type Texts, textsOf } from "@receipts/web-pages/texts";

/** Texts about webhook endpoints that several pages share. */
export const endpointTexts = textsOf({
  endpoint: both("Endpoint", "አድራሻ"),
  add: both("Add endpoint", "አድራሻ ያክሉ"),
  edit: both("Edit", "አስተካክል"),
  default: both("Default", "መደበኛ"),
  events: both("Events", "ሁነቶች"),
  everyEvent: both("All events", "ሁሉም ሁነቶች"),
  url: both("URL", "አድራሻ (URL)"),
  description: both("Description", "መግለጫ"),
  headers: both("Headers", "ሄደሮች"),
  rate: both("Rate", "የፍጥነት ገደብ"),
  perSecond: both(
    (count: number) => (count === 1 ? "1 attempt a second" : `${count} attempts a second`),
    (count) => `በሰከንድ ${count} ሙከራዎች`,
  ),
  states: {
    healthy: both("Healthy", "ይሠራል"),
    failing: both("Failing", "ችግር አለበት"),
    disabled: both("Disabled", "ቆሟል"),
  } satisfies Record<WebhookEndpoint["state"], Texts<string>>,
  failing: both(
    (since: string) =>
      `No webhook has arrived since ${since}. After 5 days of failures, we disable the endpoint.`,
    (since) => `ከ${since} ጀምሮ የደረሰ ዌብሁክ የለም። ለ5 ቀናት ካልደረሰ አድራሻው ይቆማል።`,
  ),
  disabledFailing: both(
    (at: string) =>
      `We disabled it on ${at}, because no webhook had arrived for 5 days. It gets no new webhooks.`,
    (at) => `ለ5 ቀናት ዌብሁክ ስላልደረሰ ${at} ቆሟል። አዲስ ዌብሁክ አይላክበትም።`,
  ),
  disabledGone: both(
    (at: string) => `We disabled it on ${at}, because your server responded 410. It gets no new webhooks.`,
    (at) => `ሰርቨርዎ 410 ስለመለሰ ${at} ቆሟል። አዲስ ዌብሁክ አይላክበትም።`,
  ),
  disabledByYou: both("You disabled it. It gets no new webhooks.", "እርስዎ አቁመውታል። አዲስ ዌብሁክ አይላክበትም።"),
  enableAgain: both("Enable again", "እንደገና አስጀምር"),
  enabled: both("The endpoint is enabled.", "አድራሻው እንደገና ጀምሯል።"),
  someDisabled: both(
    (count: number) =>
      count === 1 ? "A webhook endpoint is disabled" : `${count} webhook endpoints are disabled`,
    (count) => (count === 1 ? "አንድ የዌብሁክ አድራሻ ቆሟል" : `${count} የዌብሁክ አድራሻዎች ቆመዋል`),
  ),
  toWebhooks: both("Go to webhooks", "ወደ ዌብሁኮች"),
  defaultUrlHint: both(
    "Gets the events of requests and deposits that name no webhook URL. Must be public, with https.",
    "የራሳቸውን አድራሻ ለማይገልጹ ጥያቄዎች። ከኢንተርኔት የሚደረስበት፣ በhttps የሚጀምር።",
  ),
  urlHint: both("Must be public, with https.", "ከኢንተርኔት የሚደረስበት፣ በhttps የሚጀምር።"),
  descriptionHint: both("For your own use, such as bookkeeping.", "ለራስዎ፤ ለምሳሌ የሒሳብ ሥራ።"),
  everyType: both("All events, also future ones", "ሁሉም ሁነቶች፤ ወደፊት የሚጨመሩትም"),
  wholeGroup: both("All of this group", "የዚህ ምድብ ሁሉም"),
  headersHint: both(
    "One on each line, such as X-Shop-Token: value. Sent with every webhook. Values are encrypted and never shown.",
    "በየመስመሩ አንድ፤ ለምሳሌ X-Shop-Token: value። ከእያንዳንዱ ዌብሁክ ጋር ይላካሉ። ዋጋቸው ተመስጥሮ ይቀመጣል፤ ዳግመኛ አይታይም።",
  ),
  headersKept: both(
    (names: string) => `Stored: ${names}. If empty, they stay. Lines replace all of them.`,
    (names) => `ያሉት፦ ${names}። ባዶ ከተወ እንዳሉ ይቀራሉ፤ ከተጻፈ ሁሉም በአዲሶቹ ይተካሉ።`,
  ),
  headersDropped: both(
    (names: string) =>
      `Saved. These headers were for the earlier receiver and are removed: ${names}. Enter them again if the new one needs them.`,
    (names) => `ተቀምጧል። እነዚህ ሄደሮች የቀድሞው ተቀባይ ስለነበሩ ተወግደዋል፦ ${names}። አዲሱ ተቀባይ ከፈለጋቸው እንደገና ያስገቡ።`,
  ),
  removeHeaders: both("Remove all headers", "ሁሉንም ሄደሮች አስወግድ"),
  headerLine: both("each line must be a name, a colon and a value", "እያንዳንዱ መስመር ስም፣ ሁለት ነጥብ (:) እና ዋጋ ይያዝ።"),
  rateHint: both(
    "Most attempts a second, 1 to 100. If empty, only the general limits apply.",
    "በሰከንድ ቢበዛ፤ ከ1 እስከ 100። ባዶ ከሆነ አጠቃላዩ ገደብ ብቻ ይሠራል።",
  ),
});
