import type { OwnKey } from '../../api/keys.ts';
import { percentOf } from './barrier.tsx';

export interface UsedCap {
  readonly period: 'daily' | 'monthly';
  readonly spent: string;
  readonly cap: string;
  readonly percent: number;
}

/** The caps of a key; the one that is reached first comes first. */
export function usedCaps(key: OwnKey): readonly UsedCap[] {
  const { daily_cap: daily, monthly_cap: monthly, spent_today: today, spent_this_month: month } = key;
  const caps = [
    { period: 'daily' as const, spent: today, cap: daily },
    { period: 'monthly' as const, spent: month, cap: monthly },
  ];
  return caps
    .flatMap(({ cap, spent, period }) => (cap === null ? [] : [{ period, spent, cap, percent: percentOf(spent, cap) }]))
    .sort((left, right) => right.percent - left.percent);
}
