import type { Review } from "@receipts/contracts";

/** The page where it is decided. */
export const pathOfReview = ({ kind, id }: Review) =>
  `${kind === "deposit" ? "/deposits" : "/requests"}/${encodeURIComponent(id)}`;
