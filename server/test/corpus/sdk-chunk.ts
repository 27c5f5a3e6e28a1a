import { z } from 'zod';

/** The official SDKs' types for a chunk; their stream helpers read nothing else. */
const toolDelta = z.looseObject({
  index: z.int().min(0),
  id: z.string().min(1).optional(),
  type: z.literal('function').optional(),
  function: z.looseObject({ name: z.string().optional(), arguments: z.string().optional() }).optional(),
});

const delta = z.looseObject({
  // The SDKs accept `null` as absent, although their types do not say so.
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

type Choice = Chunk['choices'][number];
type Call = z.output<typeof toolDelta>;

function isBegun({ id, type, function: called }: Call): boolean {
  return id !== undefined && type !== undefined && called?.name !== undefined && called.arguments !== undefined;
}

function faultsOfCalls(calls: readonly Call[]): string[] {
  const begun = new Set<number>();
  return calls.flatMap((call) => {
    if (begun.has(call.index)) return [];
    const isNext = call.index === begun.size;
    begun.add(call.index);
    if (!isNext) return [`call ${String(call.index)} is not the next one`];
    return isBegun(call) ? [] : [`call ${String(call.index)} begins without id, type, name or arguments`];
  });
}

function says({ delta: { content, tool_calls: calls } }: Choice): boolean {
  return (content ?? '') !== '' || (calls ?? []).length > 0;
}

function faultsOfChoice(choices: readonly Choice[]): string[] {
  const end = choices.findIndex(({ finish_reason: reason }) => reason !== null);
  const faults = faultsOfCalls(choices.flatMap(({ delta: { tool_calls: calls } }) => calls ?? []));
  if (choices[0]?.delta.role !== 'assistant') faults.push('begins without a role');
  if (end === -1) faults.push('has no end');
  else if (choices.slice(end + 1).some(says)) faults.push('goes on behind its end');
  return faults;
}

/** Errors in the chunks of a whole stream for a client that assembles them; empty if there are none. */
export function faultsOfStream(chunks: readonly Chunk[]): string[] {
  const byIndex = Map.groupBy(
    chunks.flatMap((chunk) => chunk.choices),
    ({ index }) => index,
  );
  const ids = new Set(chunks.map(({ id }) => id).filter((id) => id !== ''));
  return [...byIndex.values()].flatMap(faultsOfChoice).concat(ids.size > 1 ? ['chunks have several ids'] : []);
}
