import type { Route } from './model.ts';

/** Whether a route serves all protocols at its base URL and accepts its key as a bearer token. */
export function isCalledPlainly({ addresses, auth }: Route): boolean {
  return Object.keys(addresses).length === 0 && auth === undefined;
}
