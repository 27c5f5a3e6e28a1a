import type { NanoCny } from '@tollgate/contract/money';

/** Notice levels, in percent of an account's monthly budget. */
export const budgetLevels = [80, 90, 100] as const;
export type BudgetLevel = (typeof budgetLevels)[number];

/** Levels that spending has reached, lowest first. A budget only sends reminders; it stops no calls. */
export function reachedBudgetLevels(spent: NanoCny, budget: NanoCny): readonly BudgetLevel[] {
  return budgetLevels.filter((level) => spent * 100n >= budget * BigInt(level));
}

/** Formats `202611` as `2026-11`. */
export function showMonth(month: number): string {
  return `${String(Math.floor(month / 100))}-${String(month % 100).padStart(2, '0')}`;
}
