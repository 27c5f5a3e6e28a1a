import type { BindingLimit } from '@tollgate/contract/enumerations';
import type { NanoCny } from '@tollgate/contract/money';
import type { KeyState } from './key-state.ts';

/** The spending limit of a key that is reached first. */
export interface Binding {
  readonly limit: BindingLimit;
  readonly left: NanoCny;
  /** `null` if the limit does not reset. */
  readonly resetsAtMs: number | null;
}

/**
 * The limit of a key with the least amount left; `null` if it has none.
 * @param available what the account can still spend; `null` if the requester may not know.
 */
export function bindingLimit({ caps }: Pick<KeyState, 'caps'>, available: NanoCny | null): Binding | null {
  const bounds: readonly Binding[] = [
    ...(available === null ? [] : [{ limit: 'balance' as const, left: available, resetsAtMs: null }]),
    ...caps.map(({ limit, cap, spent, resetsAtMs }) => ({ limit, left: cap - spent, resetsAtMs })),
  ];
  return bounds.reduce<Binding | null>((least, one) => (least === null || one.left < least.left ? one : least), null);
}
