import { openSystem, type System, type SystemOptions, useSystem } from "../system.ts";

const LOCAL = "http://localhost:8080";

/**
 * A system as on a developer's machine: `http` addresses, and a browser with another host name and port. With `https`
 * addresses, the gateway rejects changes from an `http` page.
 */
export async function openLocalSystem({ env, ...options }: SystemOptions = {}): Promise<System> {
  return await openSystem({
    ...options,
    env: { PUBLIC_BASE_URL: LOCAL, CHECKOUT_BASE_URL: LOCAL, ...env },
  });
}

export function useLocalSystem(options?: Parameters<typeof useSystem>[0]): void {
  useSystem(options, openLocalSystem);
}
