import { openaiLibrary } from '../../code/client-calls.ts';
import { noAnswer, type Answer, type ToolCall } from '../chat-turn.ts';
import type { ChatProtocol, StreamReader } from './protocol.ts';

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
interface WireAnswer {
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
function withPiece(answer: Answer, { choices = [] }: WireAnswer): Answer {
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

/** Only `[DONE]` completes a response. */
function createReader(): StreamReader {
  let answer = noAnswer;
  return (data) => {
    if (data === '[DONE]') return { kind: 'complete', answer };
    const piece = JSON.parse(data) as WireAnswer;
    if (piece.error !== undefined) return { kind: 'failed', body: piece };
    answer = withPiece(answer, piece);
    return { kind: 'more', answer };
  };
}

export const chatCompletions: ChatProtocol = {
  name: 'Chat completions',
  path: '/chat/completions',
  limitField: 'max_tokens',
  usualLimit: () => null,
  formats: ['text', 'json_object', 'json_schema'],
  ownFields: ['model', 'messages', 'stream', 'stream_options'],
  request: (chat) => chat,
  createReader,
  readWhole: (body) => withPiece(noAnswer, body as WireAnswer),
  calls: {
    library: openaiLibrary,
    method: 'chat.completions.create',
    named: [
      ...['model', 'messages', 'stream', 'stream_options', 'temperature', 'top_p', 'max_tokens', 'max_completion_tokens'],
      ...['tools', 'tool_choice', 'response_format', 'n', 'seed', 'stop', 'metadata', 'reasoning_effort', 'presence_penalty'],
      ...['frequency_penalty', 'parallel_tool_calls', 'logprobs', 'top_logprobs', 'logit_bias', 'user', 'service_tier', 'store'],
    ],
    python: {
      whole: 'print(answer.choices[0].message)',
      streamed: `for chunk in answer:
    if chunk.choices:
        print(chunk.choices[0].delta.content or "", end="", flush=True)`,
    },
    node: {
      whole: 'console.log(answer.choices[0].message);',
      streamed: "for await (const chunk of answer) process.stdout.write(chunk.choices[0]?.delta.content ?? '');",
    },
  },
};
