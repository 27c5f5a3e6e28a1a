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

/** An answer, or a piece of one, as far as it is read here. */
export interface WireAnswer {
  readonly choices?: readonly WireChoice[];
  readonly error?: unknown;
}

/** Pieces name their call by its place; the first one has its id and name, all of them a part of its arguments. */
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

/** The answer with this piece added, or the whole answer if it comes in one. Only the first choice is shown. */
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
