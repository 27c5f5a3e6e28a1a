import type { Route } from './model.ts';

/** Whether some protocol of a route is spoken elsewhere than at its base address. */
export function hasAddresses({ addresses }: Route): boolean {
  return Object.keys(addresses).length > 0;
}
