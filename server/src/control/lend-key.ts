import { conflict, found, type ControlContext } from './control-context.ts';
import { keyState } from './key-state.ts';
import type { Principal } from './principal.ts';
import { findKey } from './within-scope.ts';

const lentForMs = 15 * 60_000;

export interface LentKey {
  readonly value: string;
  readonly untilMs: number;
}

/**
 * A value that stands for a key for a quarter of an hour. Calls with it are the key's own: its limits, its charge, its log.
 * @throws {ApiError} 404; 409 when the key cannot be called with.
 */
export async function lendKey(context: ControlContext, principal: Principal, keyId: string): Promise<LentKey> {
  const { key } = await findKey(context, principal, keyId);
  const { status } = await keyState(context, key);
  if (status !== 'available' && status !== 'paused') {
    throw conflict(`This key is ${status} and cannot be called with; choose another one.`);
  }
  const hash = found(await context.stores.keys.hashOf(key.id), 'key');
  const untilMs = context.clock.nowMs() + lentForMs;
  return { value: context.lentKeys.lend(hash, untilMs), untilMs };
}
