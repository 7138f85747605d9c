import { hostileDocuments } from "../../../packages/banks/test/hostile-documents.ts";
import { startHostileHost } from "../../../packages/banks/test/hostile-host.ts";

/** A separate process, so that its work does not delay the measuring one. */
const { url } = await startHostileHost(hostileDocuments);
process.stdout.write(`ready ${new URL(url).port}\n`);
