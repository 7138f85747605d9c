/** The body that a receipt is verified with. */
export interface SentBody {
  readonly reference: string;
  readonly amount: string;
  readonly bank?: string;
  readonly suffix?: string;
  readonly phone?: string;
  /** Id of a receipt that waits, which this one replaces. */
  readonly replaces?: string;
  readonly recheckForMinutes?: number;
}
