/** The owner of a price version. Versions from before price cards existed did not record which plan it was. */
export type PriceOwner =
  | { readonly kind: 'list' }
  | { readonly kind: 'account' }
  | { readonly kind: 'plan'; readonly planId: string | null };

/** The content of a version's label. */
export interface ReadLabel {
  readonly model: string;
  readonly owner: PriceOwner;
  readonly version: number;
}

/** `model@3`. */
export function listLabel(model: string, version: number): string {
  return `${model}@${String(version)}`;
}

/** `model@account-2`, as the call belongs to that account; `model@plan:developer-2`. */
export function ownLabel(
  owner: { readonly ownerKind: 'plan' | 'account'; readonly ownerId: string },
  model: string,
  version: number,
): string {
  const of = owner.ownerKind === 'account' ? 'account' : `plan:${owner.ownerId}`;
  return `${model}@${of}-${String(version)}`;
}

const form = /^(?<model>.+)@(?:(?<account>account-)|(?<someplan>plan-)|plan:(?<plan>[^@]+)-)?(?<version>[1-9]\d*)$/s;

/** `null` for an invalid label, or one that was truncated in the log. */
export function readLabel(label: string): ReadLabel | null {
  const groups = form.exec(label)?.groups;
  if (groups === undefined) return null;
  const { model = '', account, someplan, plan } = groups;
  const version = Number.parseInt(groups.version ?? '', 10);
  if (account !== undefined) return { model, owner: { kind: 'account' }, version };
  if (someplan !== undefined || plan !== undefined) return { model, owner: { kind: 'plan', planId: plan ?? null }, version };
  return { model, owner: { kind: 'list' }, version };
}
