export interface Party {
  readonly name: string;
  /** Full digits; documents mask them. */
  readonly account: string;
}

export interface Receiver extends Party {
  /** The receiver's bank, if it is not the payer's. */
  readonly bankName?: string;
}

/** In santim. */
export interface Charges {
  readonly service: bigint;
  readonly vat: bigint;
  /** Disaster recovery fund; 0 at banks that do not collect it. */
  readonly levy: bigint;
}

/** A payment as recorded by its bank. */
export interface Payment {
  readonly reference: string;
  /** Another identifier of the same receipt. */
  readonly shareToken?: string;
  /** Kind of document, if the bank has several. */
  readonly type?: string;
  readonly status: "completed" | "reversed";
  /** Amount that the receiver gets, in santim. */
  readonly amount: bigint;
  readonly charges: Charges;
  readonly paidAt: Date;
  /** The bank knows no such receipt before. */
  readonly bookedAt?: Date;
  readonly sender: Party;
  readonly receiver: Receiver;
}

/** Amount that leaves the sender's account, in santim. */
export function totalPaid({ amount, charges }: Payment): bigint {
  return amount + charges.service + charges.vat + charges.levy;
}
