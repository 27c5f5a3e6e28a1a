import { isRecord, readKnobs, SandboxRefusal } from '../sandbox-knobs.ts';
import type { SandboxBody, SandboxOperation } from '../sandbox-operation.ts';
import { quartersOf, tokensOf } from '../token-weight.ts';
import { wholeParts } from '../whole-parts.ts';
import { countText } from './chat-request.ts';
import { chat } from './chat.ts';

const nonsenseUsage = { input_tokens: -1, output_tokens: 1e18, total_tokens: 'many' };

function itemsOf({ input }: SandboxBody): readonly unknown[] {
  if (typeof input === 'string') return [{ type: 'message', role: 'user', content: input }];
  if (Array.isArray(input)) return input;
  throw new SandboxRefusal('input', 'must be a text or a list of items');
}

function isQuestion(item: unknown): boolean {
  return isRecord(item) && item.role === 'user';
}

function usageOf(input: number, output: number): object {
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input + output,
  };
}

/** Keeps the user's messages, and replaces everything else with one item. */
export const compaction: SandboxOperation = {
  path: '/responses/compact',
  dialect: 'responses-compact',
  model: chat.model,
  *answer(body, { id, created }) {
    const items = itemsOf(body);
    const knobs = readKnobs(body.metadata);
    const written = Buffer.from(`Sandbox: ${String(items.length)} items`).toString('base64');
    const output = [...items.filter(isQuestion), { id: `cmp_${id}`, type: 'compaction', encrypted_content: written }];
    const counted = tokensOf(yield* countText([{ text: JSON.stringify(items) }]));
    const usage = knobs.usage === 'nonsense' ? nonsenseUsage : usageOf(counted, tokensOf(quartersOf(written)));
    const answer = { id: `resp_${id}`, object: 'response.compaction', created_at: created, output };
    const bytes = Buffer.from(JSON.stringify(knobs.usage === 'none' ? answer : { ...answer, usage }));
    return { knobs, contentType: 'application/json', chunks: wholeParts(bytes) };
  },
};
