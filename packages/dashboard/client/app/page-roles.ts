import type { Role } from "@receipts/contracts";

const people: readonly Role[] = ["owner", "manager", "developer"];

/** As the API has it, which refuses the page's calls. A cashier's session is for the till. */
export function mayOpen({ roles = people }: { readonly roles?: readonly Role[] }, role: Role): boolean {
  return roles.includes(role);
}
