import { processingStatusSchema, verificationStatusSchema } from "@receipts/contracts";
import type { FastStore } from "@receipts/fast-store";
import { z } from "zod";

/** The status that waiters and streams receive at once. */
export const liveStatusSchema = z.object({
  processingStatus: processingStatusSchema,
  status: verificationStatusSchema,
  verified: z.boolean(),
  /** The bank does not know the receipt yet, and is asked again later. */
  isRechecked: z.boolean().optional(),
});
export type LiveStatus = z.infer<typeof liveStatusSchema>;

export interface LiveStatusChannel {
  /** Never fails, and is not awaited: listeners that miss it read the database. */
  announce(verificationId: string, status: LiveStatus): void;
  /** Resolves once every later announcement will be received. */
  listen(verificationId: string, listener: (status: LiveStatus) => void): Promise<() => Promise<void>>;
}

export function createLiveStatusChannel(deps: {
  readonly fastStore: Pick<FastStore, "publish" | "subscribe">;
  readonly onError: (error: unknown) => void;
}): LiveStatusChannel {
  const channelOf = (verificationId: string) => `live-status:${verificationId}`;
  return {
    announce: (verificationId, status) => {
      deps.fastStore.publish(channelOf(verificationId), JSON.stringify(status)).catch(deps.onError);
    },
    listen: (verificationId, listener) =>
      deps.fastStore.subscribe(channelOf(verificationId), (message) => {
        const parsed = liveStatusSchema.safeParse(JSON.parse(message));
        if (parsed.success) listener(parsed.data);
      }),
  };
}
