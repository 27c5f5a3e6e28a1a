import type { VendorEntry } from './provider.ts';

/** Makers of well-known models that sell none of them here. */
const furtherMakers: readonly (readonly [names: RegExp, maker: string])[] = [[/^llama-/, 'meta']];

/** The maker of a model for which none is entered: the organisation at the start of its name, otherwise the vendor known for such names. */
export function modelMakers(vendors: readonly VendorEntry[]): (model: string) => string {
  const ofVendors = vendors.flatMap(({ name, maker = name, modelNames }) =>
    modelNames === undefined ? [] : [[modelNames, maker] as const],
  );
  const makers = [...ofVendors, ...furtherMakers];
  return (model) => {
    const [organisation = '', rest] = model.split('/');
    if (rest !== undefined) return organisation;
    const name = model.toLowerCase();
    return makers.find(([names]) => names.test(name))?.[1] ?? 'unknown';
  };
}
