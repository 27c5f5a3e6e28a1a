import { jsonObject, type Json } from '../../../json/compose.ts';
import type { AttemptPlan } from '../../dialect.ts';
import type { HubReasoning, HubRequest } from '../../shared/hub/hub-request.ts';

/** How a request asks for thinking. */
export interface ThinkingFields {
  /** The field `thinking`; `null` leaves it out. */
  readonly thinking: Json | null;
  /** Part of `output_config`. */
  readonly effort: string | null;
  readonly isOn: boolean;
}

/** The field `thinking` that turns it off. */
const thinkingOff: Json = '{"type":"disabled"}';
const none: ThinkingFields = { thinking: null, effort: null, isOn: false };
/** The smallest budget that the protocol accepts. */
const budgetMin = 1_024;
/** The most of the output that a budget takes if the client set none. */
const thinkingShare = 0.75;
const budgets: Readonly<Record<string, number>> = {
  minimal: 1_024,
  low: 2_048,
  medium: 8_192,
  high: 24_576,
  xhigh: 32_768,
  max: 65_536,
};
const efforts: ReadonlySet<string> = new Set(['low', 'medium', 'high', 'xhigh', 'max']);

/** Models whose record lists the effort or `adaptive_thinking` dispense their thinking themselves; others need a budget. */
function needsBudget({ supportedParameters: listed }: AttemptPlan): boolean {
  return listed.includes('thinking_budget') || !(listed.includes('reasoning_effort') || listed.includes('adaptive_thinking'));
}

/** The newest models refuse to be turned off, and think little if nothing asks for it. */
function turnsOff({ supportedParameters }: AttemptPlan): boolean {
  return supportedParameters.includes('thinking');
}

/** A budget that the client set itself; `null` if there is none, or the model takes none. */
export function statedBudget({ reasoning }: HubRequest, plan: AttemptPlan): number | null {
  const budget = reasoning?.effort === 'none' ? null : (reasoning?.budgetTokens ?? null);
  return budget === null || !needsBudget(plan) ? null : Math.max(budget, budgetMin);
}

function withBudget({ effort, budgetTokens }: HubReasoning, outputMax: number): ThinkingFields {
  const wanted = budgets[effort ?? 'medium'] ?? budgetMin;
  // A budget that follows from the effort leaves room for the answer.
  const budget =
    budgetTokens === null ? Math.min(wanted, Math.floor(outputMax * thinkingShare)) : Math.min(budgetTokens, outputMax - 1);
  if (budget < budgetMin) return none;
  const thinking = jsonObject([
    ['type', '"enabled"'],
    ['budget_tokens', String(budget)],
  ]);
  return { thinking, effort: null, isOn: true };
}

/**
 * Thinking as the model takes it: by a budget, or by effort.
 * @param of.outputMax the limit for all output, which includes thinking.
 * @param of.isPossible `false` if the request has to do without.
 */
export function thinkingFields(
  { reasoning }: HubRequest,
  plan: AttemptPlan,
  of: { readonly outputMax: number; readonly isPossible: boolean },
): ThinkingFields {
  if (reasoning === null) return none;
  const { effort } = reasoning;
  const isBudgeted = needsBudget(plan);
  if (effort === 'none' || !of.isPossible) return isBudgeted || turnsOff(plan) ? { ...none, thinking: thinkingOff } : none;
  if (isBudgeted) return withBudget(reasoning, of.outputMax);
  const named = effort === 'minimal' ? 'low' : effort;
  const isShown = named !== null && efforts.has(named) && plan.supportedParameters.includes('reasoning_effort');
  const shown = isShown ? named : null;
  return { thinking: '{"type":"adaptive"}', effort: shown, isOn: true };
}

/** Whether the upstream refuses turns without thinking: some think unless it is turned off. */
export function requiresThinking({ quirks }: AttemptPlan, { thinking }: ThinkingFields): boolean {
  return quirks.wantsReasoningBack === true && thinking !== thinkingOff;
}
