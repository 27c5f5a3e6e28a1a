import type { OwnKey } from '../../../api/keys.ts';
import type { OwnModel } from '../../../api/models.ts';

/** Whether a key can be used for calls, now or after its cap resets. */
export function isUsable({ status }: OwnKey): boolean {
  return status === 'available' || status === 'paused';
}

/** Whether the key's allow-list includes the model; without a list, all models are allowed. */
export function isOnList({ name, aliases }: OwnModel, allowed: readonly string[] | null): boolean {
  return allowed === null || [name, ...aliases].some((one) => allowed.includes(one));
}

/**
 * The key in the URL, or else the last one or the first that may call the model. Prefers keys without an IP allow-list; falls back to any
 * key.
 */
export function keyFor(
  model: OwnModel | undefined,
  usable: readonly OwnKey[],
  wanted: readonly (string | undefined)[],
): OwnKey | undefined {
  const [named, last] = wanted;
  const mayCall = (key: OwnKey): boolean => model === undefined || isOnList(model, key.model_allow_list);
  const fit = usable.filter((key) => key.status === 'available' && mayCall(key));
  return (
    usable.find(({ id }) => id === named) ??
    usable.find((key) => key.id === last && mayCall(key)) ??
    fit.find(({ ip_allow_list: addresses }) => addresses.length === 0) ??
    fit[0] ??
    usable[0]
  );
}

/** The model of the last visit or the first one, among those that a key may call: the named key, or else any. Falls back to any model. */
export function modelFor(
  models: readonly OwnModel[],
  usable: readonly OwnKey[],
  wanted: { readonly key: string | undefined; readonly last: string | undefined },
): OwnModel | undefined {
  const named = usable.filter(({ id }) => id === wanted.key);
  const keys = named.length > 0 ? named : usable;
  const callable = models.filter((model) => keys.some((key) => isOnList(model, key.model_allow_list)));
  return callable.find(({ name }) => name === wanted.last) ?? callable[0] ?? models[0];
}
