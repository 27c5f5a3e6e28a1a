import type { AnsweredPart, AttemptPlan, Batches, PartAnswer, ReportedUsage, WholeAnswer } from '../dialect.ts';
import { momentOf } from '../shared/moment-of.ts';
import { splitList } from '../shared/split-list.ts';

interface Numbered {
  readonly index: number;
}

/** Number of texts in a request: the model receives each separately. */
function countPrompts(prompt: unknown): number {
  return Array.isArray(prompt) ? prompt.length : 1;
}

/**
 * The share of one prompt's answer in the answer to all prompts. Clients count choices, so each prompt must have the requested number. An
 * upstream that supports only one choice is not at fault.
 * @param whole in the format of completions.
 */
export function partOf(whole: WholeAnswer, choices: number, place: number): PartAnswer {
  if (!whole.ok) return whole;
  const found = (JSON.parse(whole.body.toString()) as { readonly choices: readonly Numbered[] }).choices.toSorted(
    (one, other) => one.index - other.index,
  );
  if (found.length !== choices) {
    const refusal = { blame: 'request', status: 200, code: 'upstream_unavailable', words: null, param: null } as const;
    return { ok: false, fault: 'a prompt has not as many answers as were asked for', refusal };
  }
  const numbered = found.map((choice, at) => JSON.stringify({ ...choice, index: place * choices + at }));
  return { ...whole, body: Buffer.from(numbered.join(',')) };
}

/** The usage shown to the client; `null` if one of the answers has none. */
function shownUsage(reports: readonly ReportedUsage[]): string | null {
  const sums = { prompt: 0, completion: 0, cached: 0, reasoning: 0 };
  for (const report of reports) {
    if (report.kind !== 'valid') return null;
    const { inputTokens, outputTokens, cachedTokens, reasoningTokens } = report.usage;
    sums.prompt += inputTokens;
    sums.completion += outputTokens;
    sums.cached += cachedTokens;
    sums.reasoning += reasoningTokens;
  }
  return JSON.stringify({
    prompt_tokens: sums.prompt,
    completion_tokens: sums.completion,
    total_tokens: sums.prompt + sums.completion,
    prompt_tokens_details: { cached_tokens: sums.cached },
    completion_tokens_details: { reasoning_tokens: sums.reasoning },
  });
}

function join(answers: readonly AnsweredPart[], { callId, model }: AttemptPlan): Buffer[] {
  const usage = shownUsage(answers.map((answer) => answer.usage));
  const named = JSON.stringify({ id: `cmpl-${callId}`, object: 'text_completion', created: momentOf({ callId }), model });
  const comma = Buffer.from(',');
  const choices = answers.flatMap(({ parts }, at) => [...(at === 0 ? [] : [comma]), ...parts]);
  const head = Buffer.from(`${named.slice(0, -1)},"choices":[`);
  return [head, ...choices, Buffer.from(usage === null ? ']}' : `],"usage":${usage}}`)];
}

/** Several prompts are sent to the upstream as separate requests, and are priced as such. */
export const promptBatches: Omit<Batches, 'readPart'> = {
  inputsMax: 1,
  arePricedApart: true,
  count: ({ value }) => countPrompts(value.prompt),
  readMost: () => null,
  split: (body, most) => splitList(body, 'prompt', most),
  join: (answers, plan) => ({ body: join(answers, plan), usage: { kind: 'none' } }),
};
