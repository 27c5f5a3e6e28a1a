import type { ClientCalls } from '../../code/client-calls.ts';
import type { ChatRequest } from '../chat-request.ts';
import type { Answer } from '../chat-turn.ts';

export type AnswerFormat = 'text' | 'json_object' | 'json_schema';

/** What the data of an event means: more of the answer, its complete end, or an error as the body of a refusal has it. */
export type Step =
  | { readonly kind: 'more' | 'complete'; readonly answer: Answer }
  | { readonly kind: 'failed'; readonly body: unknown };

/** Reads the data of each event of one stream, in order. */
export type StreamReader = (data: string) => Step;

/** A chat protocol: how a conversation is sent, how its answer is read, and the code that does the same. */
export interface ChatProtocol {
  /** As its documentation calls it. */
  readonly name: string;
  /** Below `/v1`. */
  readonly path: string;
  /** The field that limits the answer. */
  readonly limitField: string;
  /** What that field contains if nothing is chosen; `null` if it is left out. */
  readonly usualLimit: (outputLimit: number | null) => number | null;
  readonly formats: readonly AnswerFormat[];
  /** Fields that the page fills. */
  readonly ownFields: readonly string[];
  /** The request, without the fields that the protocol does not have. */
  readonly request: (chat: ChatRequest, outputLimit: number | null) => Readonly<Record<string, unknown>>;
  readonly createReader: () => StreamReader;
  readonly readWhole: (body: unknown) => Answer;
  readonly calls: ClientCalls;
}
