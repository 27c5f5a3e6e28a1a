import { jsonObject, type Json } from '../../json/compose.ts';
import type { AttemptPlan } from '../dialect.ts';
import type { HubRequest } from '../shared/hub/hub-request.ts';

/** How a request asks for thinking. */
export interface ThinkingFields {
  /** The field `thinking`; `null` leaves it out. */
  readonly thinking: Json | null;
  /** Part of `output_config`. */
  readonly effort: string | null;
  readonly isOn: boolean;
}

const none: ThinkingFields = { thinking: null, effort: null, isOn: false };
/** The smallest budget that the protocol accepts. */
const budgetMin = 1_024;
const budgets: Readonly<Record<string, number>> = {
  minimal: 1_024,
  low: 2_048,
  medium: 8_192,
  high: 24_576,
  xhigh: 32_768,
  max: 65_536,
};
const efforts: ReadonlySet<string> = new Set(['low', 'medium', 'high', 'xhigh', 'max']);

/** Models whose record lists the effort dispense their thinking themselves; others need a budget. */
function needsBudget({ supportedParameters }: AttemptPlan): boolean {
  return supportedParameters.includes('thinking_budget') || !supportedParameters.includes('reasoning_effort');
}

/** @param outputMax the limit for all output, which includes thinking. */
function withBudget(wanted: number, outputMax: number): ThinkingFields {
  const budget = Math.min(wanted, outputMax - 1);
  if (budget < budgetMin) return none;
  const thinking = jsonObject([
    ['type', '"enabled"'],
    ['budget_tokens', String(budget)],
  ]);
  return { thinking, effort: null, isOn: true };
}

/**
 * Thinking as the model takes it: by a budget, or by effort.
 * @param isPossible `false` if the request has to do without.
 */
export function thinkingFields(
  { reasoning }: HubRequest,
  plan: AttemptPlan,
  of: { readonly outputMax: number; readonly isPossible: boolean },
): ThinkingFields {
  if (reasoning === null) return none;
  const { effort, budgetTokens } = reasoning;
  const isBudgeted = needsBudget(plan);
  // The newest models refuse to be turned off, and think little if nothing asks for it.
  if (effort === 'none' || !of.isPossible) return isBudgeted ? { ...none, thinking: '{"type":"disabled"}' } : none;
  if (isBudgeted) return withBudget(budgetTokens ?? budgets[effort ?? 'medium'] ?? budgetMin, of.outputMax);
  const named = effort === 'minimal' ? 'low' : effort;
  const shown = named === null || !efforts.has(named) ? null : named;
  return { thinking: '{"type":"adaptive"}', effort: shown, isOn: true };
}
