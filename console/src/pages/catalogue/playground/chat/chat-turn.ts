import type { CallFault } from '../calls/call-fault.ts';

export interface ChatImage {
  readonly name: string;
  /** `data:image/png;base64,…` */
  readonly url: string;
  readonly bytes: number;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON, unless the model wrote it incorrectly. */
  readonly input: string;
}

export interface UserTurn {
  readonly kind: 'user';
  readonly id: string;
  readonly text: string;
  readonly images: readonly ChatImage[];
}

/** The result of a tool, as typed by the person. */
export interface ToolTurn {
  readonly kind: 'tool';
  readonly id: string;
  readonly callId: string;
  readonly name: string;
  readonly text: string;
}

/** `stopped`: by the person. `cut`: interrupted before its end. `refused`: there was no response. */
export type AnswerState = 'waiting' | 'streaming' | 'complete' | 'stopped' | 'cut' | 'refused';

export interface Answer {
  readonly text: string;
  readonly reasoning: string;
  readonly refusal: string;
  readonly toolCalls: readonly ToolCall[];
  readonly finishReason: string | null;
}

export interface AnswerTurn extends Answer {
  readonly kind: 'answer';
  readonly id: string;
  readonly model: string;
  /** Name of the protocol of the call. */
  readonly protocol: string;
  readonly state: AnswerState;
  readonly fault: CallFault | null;
  readonly requestId: string | null;
}

export type ChatTurn = UserTurn | ToolTurn | AnswerTurn;

export const noAnswer: Answer = { text: '', reasoning: '', refusal: '', toolCalls: [], finishReason: null };

export function isUnderWay({ state }: AnswerTurn): boolean {
  return state === 'waiting' || state === 'streaming';
}

/** Tool calls of the last answer that still need a result; empty unless that answer is complete. */
export function unanswered(turns: readonly ChatTurn[]): readonly ToolCall[] {
  const last = turns.findLast((turn) => turn.kind === 'answer');
  if (last?.kind !== 'answer' || last.state !== 'complete') return [];
  const later = turns.slice(turns.indexOf(last) + 1);
  if (later.some(({ kind }) => kind === 'user')) return [];
  return last.toolCalls.filter(({ id }) => !later.some((turn) => turn.kind === 'tool' && turn.callId === id));
}
