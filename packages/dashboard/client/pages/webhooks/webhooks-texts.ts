import { both, textsOf } from "@receipts/web-pages/texts";

export const webhooksTexts = textsOf({
  title: both("Webhooks", "ዌብሁኮች"),
  intro: both(
    "We notify your server when something happens in your account.",
    "በመለያዎ ላይ አንድ ነገር ሲከናወን ሰርቨርዎ ሳይጠይቅ እንዲያውቅ ይደረጋል።",
  ),
  docs: both("How to receive webhooks", "ዌብሁክ እንዴት እንደሚቀበሉ፣ ከምሳሌ ኮድ ጋር"),
  log: both("Delivery log", "የተላኩ ዌብሁኮች"),
  endpoints: both("Endpoints", "አድራሻዎች"),
  none: both("No endpoint yet", "እስካሁን አድራሻ የለም"),
  noneTodo: both(
    "Add the URL of your server and choose the events that it gets.",
    "የሰርቨርዎን አድራሻ ያክሉ፤ የሚደርሱትንም ሁነቶች ይምረጡ።",
  ),
  noDefault: both(
    "There is no default URL. It gets the events of requests and deposits that name no webhook URL.",
    "መደበኛ አድራሻ የለም። እሱ የራሳቸውን አድራሻ ላልገለጹ ጥያቄዎች ነው።",
  ),
  setDefault: both("Set default URL", "መደበኛ አድራሻ ያስገቡ"),
  secret: both("Account secret", "የመለያው የመፈረሚያ ሚስጥር"),
  secretScope: both(
    "It signs webhooks to the default URL and to URLs of requests and deposits. Every other endpoint has its own secret.",
    "ወደ መደበኛው አድራሻና በጥያቄዎች ወደተገለጹ አድራሻዎች የሚላኩትን ይፈርማል። ሌላው አድራሻ ሁሉ የራሱ ሚስጥር አለው።",
  ),
  createSecret: both("Create secret", "ሚስጥር ይፍጠሩ"),
  removeSecret: both("Remove secret", "ሚስጥሩን አስወግድ"),
  removeSecretEffect: both(
    "Webhooks are no longer signed. A server that checks signatures rejects them.",
    "ዌብሁኮች ከእንግዲህ አይፈረሙም። ፊርማ የሚያረጋግጥ ሰርቨር የሚደርሰውን አይቀበልም።",
  ),
  secretRemoved: both("Webhooks are no longer signed.", "ዌብሁኮች ከእንግዲህ አይፈረሙም።"),
});
