import { hostileDocuments } from "../../../packages/banks/test/hostile-documents.ts";
import { startHostileHost } from "../../../packages/banks/test/hostile-host.ts";

/** A process of its own: what it does must not delay whoever looks at the service's clock. */
const { url } = await startHostileHost(hostileDocuments);
process.stdout.write(`ready ${new URL(url).port}\n`);
