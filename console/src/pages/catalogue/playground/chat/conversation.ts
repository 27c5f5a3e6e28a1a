import { useSyncExternalStore } from 'react';
import type { Caller } from '../calls/call-gateway.ts';
import { callForAnswer, type AnswerChange } from './answer-call.ts';
import { messagesOf, type ChatRequest } from './chat-request.ts';
import { isUnderWay, noAnswer, type AnswerTurn, type ChatImage, type ChatTurn } from './chat-turn.ts';
import type { ChatProtocol } from './protocols/protocol.ts';

/** Settings for every call of a conversation. */
export interface Setting {
  readonly caller: Caller;
  readonly model: string;
  /** Maximum output of the model; `null` if unknown. */
  readonly outputLimit: number | null;
  readonly protocol: ChatProtocol;
  readonly system: string;
  /** Fields other than `model` and `messages`, as chat completions have them. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Fields without a control, sent as they are. */
  readonly more: Readonly<Record<string, unknown>>;
}

/** The conversation as a request of chat completions, from which every protocol makes its own. */
export function requestOf({ model, system, fields }: Setting, turns: readonly ChatTurn[]): ChatRequest {
  return { model, messages: messagesOf(system, turns), ...fields };
}

export function bodyOf({ protocol, outputLimit, more }: Setting, request: ChatRequest): Readonly<Record<string, unknown>> {
  return { ...protocol.request(request, outputLimit), ...more };
}

let count = 0;
function freshId(): string {
  count += 1;
  return `turn-${String(count)}`;
}

/** The turns of one conversation. A call continues while another page is shown, so its answer is there when the user returns. */
export class Conversation {
  #turns: readonly ChatTurn[] = [];
  #call: AbortController | null = null;
  #frame = 0;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly turns = (): readonly ChatTurn[] => this.#turns;

  /** Limits renders, because chunks can arrive faster than they can be drawn. */
  #set(turns: readonly ChatTurn[], isUrgent = true): void {
    this.#turns = turns;
    const tell = (): void => {
      cancelAnimationFrame(this.#frame);
      this.#frame = 0;
      for (const listener of this.#listeners) listener();
    };
    if (isUrgent) tell();
    else if (this.#frame === 0) this.#frame = requestAnimationFrame(tell);
  }

  say(text: string, images: readonly ChatImage[], setting: Setting): void {
    this.#set([...this.#turns, { kind: 'user', id: freshId(), text, images }]);
    this.#ask(setting);
  }

  /** Stores tool results; the model continues once every call has one. */
  answerTools(
    answers: readonly { readonly callId: string; readonly name: string; readonly text: string }[],
    setting: Setting,
  ): void {
    this.#set([...this.#turns, ...answers.map((answer) => ({ kind: 'tool', id: freshId(), ...answer }) as const)]);
    this.#ask(setting);
  }

  /** Sends the same question again, and discards this answer and everything after it. */
  again(id: string, setting: Setting): void {
    this.stop();
    this.#set(
      this.#turns.slice(
        0,
        this.#turns.findIndex((turn) => turn.id === id),
      ),
    );
    this.#ask(setting);
  }

  /** Replaces a question, and discards everything after it. */
  sayInstead(id: string, text: string, setting: Setting): void {
    const at = this.#turns.findIndex((turn) => turn.id === id);
    const before = this.#turns[at];
    if (before?.kind !== 'user') return;
    this.stop();
    this.#set([...this.#turns.slice(0, at), { ...before, id: freshId(), text }]);
    this.#ask(setting);
  }

  stop(): void {
    this.#call?.abort();
    this.#call = null;
  }

  /** Returns a function that restores the conversation. */
  clear(): () => void {
    this.stop();
    const before = this.#turns.map((turn) =>
      turn.kind === 'answer' && isUnderWay(turn) ? { ...turn, state: 'stopped' as const } : turn,
    );
    this.#set([]);
    return () => {
      this.#set([...before, ...this.#turns]);
    };
  }

  #ask(setting: Setting): void {
    const body = bodyOf(setting, requestOf(setting, this.#turns));
    const { caller, model, protocol } = setting;
    const call = new AbortController();
    this.#call = call;
    const unread = { state: 'waiting', fault: null, requestId: null, ...noAnswer } as const;
    const turn: AnswerTurn = { kind: 'answer', id: freshId(), model, protocol: protocol.name, ...unread };
    this.#set([...this.#turns, turn]);
    const change = (by: AnswerChange): void => {
      const isPiece = by.state === 'streaming';
      this.#set(
        this.#turns.map((one) => (one.id === turn.id && one.kind === 'answer' ? { ...one, ...by } : one)),
        !isPiece,
      );
    };
    void callForAnswer({ caller, protocol, body }, call.signal, change).finally(() => {
      if (this.#call === call) this.#call = null;
    });
  }
}

const conversations = new Map<string, Conversation>();

/** The conversation of this person in this account; kept until the page is reloaded. */
export function useConversation(owner: string): { readonly conversation: Conversation; readonly turns: readonly ChatTurn[] } {
  const conversation = conversations.get(owner) ?? new Conversation();
  conversations.set(owner, conversation);
  return { conversation, turns: useSyncExternalStore(conversation.subscribe, conversation.turns) };
}
