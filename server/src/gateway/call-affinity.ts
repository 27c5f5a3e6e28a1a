import type { Price } from '../domain/catalog/model.ts';
import { hashText, isCacheCheaper, type Affinity } from '../upstream/routing/affinity.ts';
import type { AdmittedCall } from './call.ts';

/** Providers do not cache shorter prompts. */
const promptTokensMin = 1_024;
const systemCharactersMax = 1_024;
const turnCharactersMax = 256;
/** Maximum length of a key that a client sends. */
const keyCharactersMax = 1_024;
/** Headers in which clients name the session of a call. */
const sessionHeaders = ['x-session-affinity', 'session-id', 'x-claude-code-session-id'] as const;

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function named(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, keyCharactersMax) : null;
}

/** The client's own key for the conversation or the user. */
export function sentKey(value: Fields, headers: Readonly<Record<string, unknown>>): string | null {
  const key = named(value.prompt_cache_key);
  if (key !== null) return key;
  for (const name of sessionHeaders) {
    const session = named(headers[name]);
    if (session !== null) return session;
  }
  return (isFields(value.metadata) ? named(value.metadata.user_id) : null) ?? named(value.user);
}

/** The beginning of a text, or of the texts in a list of parts. */
function beginning(content: unknown, charactersMax: number): string {
  if (typeof content === 'string') return content.slice(0, charactersMax);
  const parts: unknown = isFields(content) && !Array.isArray(content) ? content.parts : content;
  let text = '';
  if (!Array.isArray(parts)) return text;
  for (const part of parts) {
    if (text.length >= charactersMax) break;
    if (isFields(part) && typeof part.text === 'string') text += part.text;
  }
  return text.slice(0, charactersMax);
}

const isSystem = (turn: Fields): boolean => turn.role === 'system' || turn.role === 'developer';

/** What stays the same while a conversation grows: the beginnings of its system prompt and of its first turn. */
export function conversationOf(value: Fields): string {
  const list = [value.messages, value.input, value.contents].find(Array.isArray) as readonly unknown[] | undefined;
  const turns = list?.slice(0, 8).filter(isFields) ?? [];
  const first = turns.find((turn) => !isSystem(turn));
  const system = value.system ?? value.instructions ?? value.systemInstruction ?? turns.find(isSystem)?.content;
  const turn = first === undefined ? (value.input ?? value.prompt) : (first.content ?? first.parts);
  return `${beginning(system, systemCharactersMax)}\n\n${beginning(turn, turnCharactersMax)}`;
}

/**
 * The affinity of a call: from the client's key, otherwise from the beginning of the conversation; always combined with account and model.
 */
class CallAffinity implements Affinity {
  readonly #call: AdmittedCall;
  #hash: number | null = null;

  constructor(call: AdmittedCall) {
    this.#call = call;
  }

  get hash(): number {
    this.#hash ??= this.#compute();
    return this.#hash;
  }

  saves(cost: Price | null): boolean {
    return isCacheCheaper(this.#call.quote.price) || isCacheCheaper(cost);
  }

  #compute(): number {
    const { entry, model, body, request } = this.#call;
    const key = sentKey(body.value, request.headers);
    const what = key === null ? `conversation\n${conversationOf(body.value)}` : `key\n${key}`;
    return hashText(`${entry.account.account.id}\n${model.name}\n${what}`);
  }
}

/** `null` for calls whose prompt no provider caches. */
export function affinityOf(call: AdmittedCall): Affinity | null {
  return call.endpoint.kind === 'chat' && call.estimate.input.inputTokens >= promptTokensMin ? new CallAffinity(call) : null;
}
