import type { AnswerTurn, ChatTurn, UserTurn } from './chat-turn.ts';

type Message = Readonly<Record<string, unknown>>;

export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly stream?: true;
  readonly [field: string]: unknown;
}

function userMessage({ text, images }: UserTurn): Message {
  if (images.length === 0) return { role: 'user', content: text };
  const pictures = images.map(({ url }) => ({ type: 'image_url', image_url: { url } }));
  return { role: 'user', content: [...(text === '' ? [] : [{ type: 'text', text }]), ...pictures] };
}

/** Returns nothing if there is no content to continue from. Omits unfinished tool calls. */
function answerMessage({ text, state, toolCalls }: AnswerTurn, isAnswered: (id: string) => boolean): readonly Message[] {
  const calls = state === 'complete' && toolCalls.every(({ id }) => isAnswered(id)) ? toolCalls : [];
  if (text === '' && calls.length === 0) return [];
  const called = calls.map(({ id, name, input }) => ({ id, type: 'function', function: { name, arguments: input } }));
  return [{ role: 'assistant', content: text === '' ? null : text, ...(called.length === 0 ? {} : { tool_calls: called }) }];
}

/** The messages of a conversation: the system message, and each turn with content. */
export function messagesOf(system: string, turns: readonly ChatTurn[]): readonly Message[] {
  const answered = new Set(turns.flatMap((turn) => (turn.kind === 'tool' ? [turn.callId] : [])));
  const messages = turns.flatMap((turn) => {
    if (turn.kind === 'user') return [userMessage(turn)];
    if (turn.kind === 'tool') return [{ role: 'tool', tool_call_id: turn.callId, content: turn.text }];
    return answerMessage(turn, (id) => answered.has(id));
  });
  return system.trim() === '' ? messages : [{ role: 'system', content: system }, ...messages];
}
