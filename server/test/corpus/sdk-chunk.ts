import { z } from 'zod';

/** What the types of the official SDKs say of one chunk; their helpers for streams read nothing else. */
const toolDelta = z.looseObject({
  index: z.int().min(0),
  id: z.string().min(1).optional(),
  type: z.literal('function').optional(),
  function: z.looseObject({ name: z.string().optional(), arguments: z.string().optional() }).optional(),
});

const delta = z.looseObject({
  // They take `null` for nothing, although their types do not say so.
  role: z.enum(['assistant', 'developer', 'system', 'user', 'tool']).nullish(),
  content: z.string().nullish(),
  refusal: z.string().nullish(),
  tool_calls: z.array(toolDelta).nullish(),
  function_call: z.looseObject({ name: z.string().optional(), arguments: z.string().optional() }).nullish(),
});

const choice = z.looseObject({ index: z.int().min(0), delta, finish_reason: z.string().min(1).nullable() });

export const sdkChunk = z.looseObject({
  id: z.string(),
  object: z.literal('chat.completion.chunk'),
  created: z.int().min(0),
  model: z.string().min(1),
  choices: z.array(choice),
  usage: z
    .looseObject({ prompt_tokens: z.int().min(0), completion_tokens: z.int().min(0), total_tokens: z.int().min(0) })
    .nullish(),
});

type Chunk = z.output<typeof sdkChunk>;

/** What is wrong with the chunks of a whole stream for who puts them together; empty where nothing is. */
export function faultsOfStream(chunks: readonly Chunk[]): string[] {
  const faults: string[] = [];
  const roles = new Set<number>();
  const ended = new Set<number>();
  const calls = new Map<number, number>();
  for (const { index, delta: said, finish_reason: reason } of chunks.flatMap((chunk) => chunk.choices)) {
    if (!roles.has(index) && said.role !== 'assistant') faults.push(`choice ${String(index)} begins without a role`);
    roles.add(index);
    const hasText = (said.content ?? '') !== '' || (said.tool_calls ?? []).length > 0;
    if (ended.has(index) && hasText) faults.push(`choice ${String(index)} goes on behind its end`);
    if (reason !== null) ended.add(index);
    for (const call of said.tool_calls ?? []) {
      const known = calls.get(index) ?? 0;
      if (call.index < known) continue;
      calls.set(index, known + 1);
      if (call.index !== known) faults.push(`call ${String(call.index)} is not the next one`);
      if (
        call.id === undefined ||
        call.type === undefined ||
        call.function?.name === undefined ||
        call.function.arguments === undefined
      )
        faults.push(`call ${String(call.index)} begins without id, type, name or arguments`);
    }
  }
  for (const index of roles) if (!ended.has(index)) faults.push(`choice ${String(index)} has no end`);
  return faults;
}
