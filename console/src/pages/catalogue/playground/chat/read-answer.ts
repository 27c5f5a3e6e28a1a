import type { Answer, ToolCall } from './chat-turn.ts';

interface WireCall {
  readonly index?: number;
  readonly id?: string;
  readonly function?: { readonly name?: string; readonly arguments?: string };
}

interface WireMessage {
  readonly content?: string | null;
  readonly reasoning_content?: string | null;
  readonly reasoning?: string | null;
  readonly refusal?: string | null;
  readonly tool_calls?: readonly WireCall[] | null;
}

interface WireChoice {
  readonly index?: number;
  readonly delta?: WireMessage | null;
  readonly message?: WireMessage | null;
  readonly finish_reason?: string | null;
}

/** The fields of a response or chunk that are read here. */
export interface WireAnswer {
  readonly choices?: readonly WireChoice[];
  readonly error?: unknown;
}

/** Adds chunks of tool calls. A chunk names its call by index; only the first one has id and name, and each has a part of the arguments. */
function withCalls(calls: readonly ToolCall[], pieces: readonly WireCall[]): readonly ToolCall[] {
  const next = [...calls];
  for (const { index, id, function: called } of pieces) {
    const isNew = index === undefined || next[index] === undefined;
    const at = isNew ? next.length : index;
    const before = next[at] ?? { id: '', name: '', input: '' };
    next[at] = {
      id: before.id === '' ? (id ?? '') : before.id,
      name: before.name === '' ? (called?.name ?? '') : before.name,
      input: before.input + (called?.arguments ?? ''),
    };
  }
  return next;
}

/** Adds a chunk to the answer, or a complete response. Only the first choice is used. */
export function withPiece(answer: Answer, { choices = [] }: WireAnswer): Answer {
  const choice = choices.find(({ index = 0 }) => index === 0);
  if (choice === undefined) return answer;
  const piece = choice.delta ?? choice.message ?? {};
  return {
    text: answer.text + (piece.content ?? ''),
    reasoning: answer.reasoning + (piece.reasoning_content ?? piece.reasoning ?? ''),
    refusal: answer.refusal + (piece.refusal ?? ''),
    toolCalls: withCalls(answer.toolCalls, piece.tool_calls ?? []),
    finishReason: choice.finish_reason ?? answer.finishReason,
  };
}
