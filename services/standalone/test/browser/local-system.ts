import { openSystem, type System, type SystemOptions, useSystem } from "../system.ts";

const LOCAL = "http://localhost:8080";

/**
 * As on a developer's machine: addresses that begin with `http`, and a browser that uses another name and port. Where they
 * begin with `https`, a page that came by `http` changes nothing.
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
