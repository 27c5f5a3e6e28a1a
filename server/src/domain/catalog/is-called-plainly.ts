import type { Route } from './model.ts';

/** Whether a route speaks all protocols at its base address and takes its key as a bearer's. */
export function isCalledPlainly({ addresses, auth }: Route): boolean {
  return Object.keys(addresses).length === 0 && auth === undefined;
}
