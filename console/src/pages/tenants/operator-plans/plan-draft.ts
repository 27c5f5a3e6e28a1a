import { isAmount } from '../../../components/money/is-amount.ts';
import { isLimit, limitOf, typedLimit, type TypedLimit } from '../limit-field.tsx';
import type { Plan, SentPlan } from '../plans.ts';

export const brokenFields = ['key_amount', 'key_percent', 'account_amount', 'account_percent', 'account_month_percent'] as const;
export type BrokenField = (typeof brokenFields)[number];
export type Broken = Readonly<Record<BrokenField, string>>;

/** A plan as typed. */
export interface PlanDraft {
  readonly id: string;
  readonly name: string;
  readonly rpm: TypedLimit;
  readonly ceiling: TypedLimit;
  /** Empty means by agreement. */
  readonly recommended: string;
  readonly multiplier: string;
  readonly position: string;
  readonly strict: boolean;
  readonly broken: Broken | null;
}

/** Initial values of a new plan, or the values of an existing one. */
export function draftOf(plan: Plan | null): PlanDraft {
  if (plan === null)
    return {
      id: '',
      name: '',
      rpm: '600',
      ceiling: '100',
      recommended: '10',
      multiplier: '1',
      position: '100',
      strict: false,
      broken: null,
    };
  const { broken_connections: broken } = plan;
  return {
    id: plan.id,
    name: plan.name,
    rpm: typedLimit(plan.requests_per_minute),
    ceiling: typedLimit(plan.concurrency_ceiling),
    recommended: plan.concurrency_recommended === null ? '' : String(plan.concurrency_recommended),
    multiplier: plan.price_multiplier,
    position: String(plan.position),
    strict: plan.strict,
    broken: {
      key_amount: broken.key_amount,
      key_percent: String(broken.key_percent),
      account_amount: broken.account_amount,
      account_percent: String(broken.account_percent),
      account_month_percent: String(broken.account_month_percent),
    },
  };
}

export const isPercentField = (field: BrokenField): boolean => field.endsWith('percent');
export const isBrokenRight = (field: BrokenField, text: string): boolean =>
  isPercentField(field) ? /^\d{1,4}$/.test(text) && +text <= 1000 : isAmount(text);
export const isAdvised = (text: string): boolean => text === '' || /^[1-9]\d{0,8}$/.test(text);
export const isPosition = (text: string): boolean => /^\d{1,6}$/.test(text);
export const isPlanId = (text: string): boolean => /^[a-z0-9][a-z0-9-]{0,62}$/.test(text);

/** Whether the form is complete. */
export function isComplete(draft: PlanDraft): boolean {
  const { broken } = draft;
  return (
    isPlanId(draft.id) &&
    draft.name.trim() !== '' &&
    [draft.rpm, draft.ceiling].every(isLimit) &&
    isAdvised(draft.recommended) &&
    isAmount(draft.multiplier, 6) &&
    isPosition(draft.position) &&
    (broken === null || brokenFields.every((field) => isBrokenRight(field, broken[field])))
  );
}

/** The request. */
export function settingsOf(draft: PlanDraft): SentPlan {
  const { broken } = draft;
  return {
    name: draft.name.trim(),
    requests_per_minute: limitOf(draft.rpm) ?? null,
    concurrency_ceiling: limitOf(draft.ceiling) ?? null,
    concurrency_recommended: draft.recommended === '' ? null : Math.trunc(+draft.recommended),
    price_multiplier: draft.multiplier,
    position: Math.trunc(+draft.position),
    strict: draft.strict,
    ...(broken === null
      ? {}
      : {
          broken_connections: {
            key_amount: broken.key_amount,
            key_percent: Math.trunc(+broken.key_percent),
            account_amount: broken.account_amount,
            account_percent: Math.trunc(+broken.account_percent),
            account_month_percent: Math.trunc(+broken.account_month_percent),
          },
        }),
  };
}
