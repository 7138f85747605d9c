import { openSystem, type System, type SystemOptions, useSystem } from "../system.ts";

const LOCAL = "http://localhost:8080";

/**
 * Opens a system as on a developer's machine: with `http` URLs, and a browser that uses another name and port. With
 * `https` URLs, a page loaded over `http` may change nothing.
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
