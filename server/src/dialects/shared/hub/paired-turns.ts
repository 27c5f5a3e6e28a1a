import { createHash } from 'node:crypto';
import type { HubPart, HubTurn, TextPart, ToolCallPart, ToolReferencePart, ToolResultPart } from './hub-request.ts';
import { toolReferenceText } from './sent-tools.ts';

const noContent: TextPart = { kind: 'text', text: '(no content)' };
const lostResult: TextPart = { kind: 'text', text: 'The call was interrupted and has no result.' };

/** A call of an earlier turn, and its result. */
interface Pair {
  /** Unique within the conversation, and accepted by the upstream. */
  readonly id: string;
  result: ToolResultPart | null;
}

/** Calls of one step of the assistant that share an ID. */
interface Open {
  readonly step: number;
  readonly pairs: Pair[];
  next: number;
}

function hashOf(id: string, count: number): string {
  return createHash('sha256')
    .update(`${String(count)} ${id}`)
    .digest('hex');
}

/** Which IDs of calls an upstream accepts, and the ID that replaces another: the same one in every request of a conversation. */
export interface CallIdRule {
  readonly accepted: RegExp;
  /** @param count differs from all earlier ones of the same ID. */
  made(id: string, count: number): string;
}

/** IDs of at most 64 characters. */
export function longIds(accepted: RegExp): CallIdRule {
  return { accepted, made: (id, count) => `call_${hashOf(id, count).slice(0, 24)}` };
}

/** IDs of exactly nine letters and digits. */
export const shortIds: CallIdRule = { accepted: /^[a-zA-Z0-9]{9}$/, made: (id, count) => hashOf(id, count).slice(0, 9) };

function saysAnything(part: HubPart | ToolReferencePart): boolean {
  if (part.kind === 'text' || part.kind === 'refusal') return part.text !== '';
  if (part.kind === 'reasoning') return part.seal !== null || (part.text !== null && part.text !== '');
  return true;
}

function withoutEmptyTexts(result: ToolResultPart): ToolResultPart {
  const parts = result.parts.filter(saysAnything);
  return parts.length === result.parts.length ? result : { ...result, parts };
}

/** A result whose call is not part of the conversation. */
function strayAsText({ parts }: ToolResultPart): HubPart[] {
  const shown = parts.map((part): HubPart =>
    part.kind === 'toolReference' ? { kind: 'text', text: toolReferenceText(part.name) } : part,
  );
  return [{ kind: 'text', text: 'The result of an earlier tool call:' }, ...shown.filter(saysAnything)];
}

/** Finds the result of every call. */
class Pairing {
  readonly #pairs = new Map<ToolCallPart, Pair>();
  readonly #results = new Set<ToolResultPart>();
  readonly #open = new Map<string, Open>();
  readonly #ids = new Set<string>();
  /** How many IDs were made from an ID. */
  readonly #made = new Map<string, number>();
  readonly #rule: CallIdRule;

  constructor(turns: readonly HubTurn[], rule: CallIdRule) {
    this.#rule = rule;
    let step = 0;
    let before: HubTurn['role'] | null = null;
    for (const { role, parts } of turns) {
      if (role === 'assistant' && before !== 'assistant') step += 1;
      before = role;
      for (const part of parts) {
        if (part.kind === 'toolCall') this.#begin(part, step);
        if (part.kind === 'toolResult') this.#end(part);
      }
    }
  }

  pairOf(call: ToolCallPart): Pair {
    return this.#pairs.get(call) as Pair;
  }

  isPaired(result: ToolResultPart): boolean {
    return this.#results.has(result);
  }

  #begin(call: ToolCallPart, step: number): void {
    const pair: Pair = { id: this.#uniqueId(call.id), result: null };
    this.#pairs.set(call, pair);
    const open = this.#open.get(call.id);
    // A call of an earlier step that has no result yet was interrupted.
    if (open?.step === step) open.pairs.push(pair);
    else this.#open.set(call.id, { step, pairs: [pair], next: 0 });
  }

  #end(result: ToolResultPart): void {
    const open = this.#open.get(result.id);
    const pair = open?.pairs[open.next];
    if (open === undefined || pair === undefined) return;
    open.next += 1;
    pair.result = result;
    this.#results.add(result);
  }

  #uniqueId(id: string): string {
    let unique = id;
    while (!this.#rule.accepted.test(unique) || this.#ids.has(unique)) {
      const count = (this.#made.get(id) ?? 0) + 1;
      this.#made.set(id, count);
      unique = this.#rule.made(id, count);
    }
    this.#ids.add(unique);
    return unique;
  }
}

/** Arranges turns as upstreams require them. */
class Arranging {
  readonly turns: HubTurn[] = [];
  readonly #pairing: Pairing;
  /** The last turn consists of results, to which what the user says next belongs. */
  #continues = false;

  constructor(pairing: Pairing) {
    this.#pairing = pairing;
  }

  add({ role, parts }: HubTurn, run: readonly HubTurn[]): void {
    if (role === 'assistant') this.#addAssistant(run);
    else if (role === 'user') this.#addUser(parts);
    else this.#push('system', parts.filter(saysAnything));
  }

  #push(role: HubTurn['role'], parts: readonly HubPart[]): void {
    this.#continues = false;
    if (parts.length > 0) this.turns.push({ role, parts });
  }

  #addAssistant(run: readonly HubTurn[]): void {
    const parts: HubPart[] = [];
    const results: ToolResultPart[] = [];
    for (const turn of run)
      for (const part of turn.parts) {
        if (part.kind !== 'toolCall') {
          if (saysAnything(part)) parts.push(part);
          continue;
        }
        const { id, result } = this.#pairing.pairOf(part);
        parts.push(part.id === id ? part : { ...part, id });
        if (result === null) results.push({ kind: 'toolResult', id, parts: [lostResult], isError: true });
        else results.push({ ...withoutEmptyTexts(result), id });
      }
    this.#push('assistant', parts.length === 0 && this.turns.at(-1)?.role === 'user' ? [noContent] : parts);
    this.#push('user', results);
    this.#continues = results.length > 0;
  }

  #addUser(parts: readonly HubPart[]): void {
    const said = parts.flatMap((part): readonly HubPart[] => {
      if (part.kind !== 'toolResult') return saysAnything(part) ? [part] : [];
      return this.#pairing.isPaired(part) ? [] : strayAsText(part);
    });
    const last = this.turns.at(-1);
    if (this.#continues && last !== undefined) {
      if (said.length === 0) return;
      this.turns.splice(-1, 1, { role: 'user', parts: [...last.parts, ...said] });
      this.#continues = false;
    } else this.#push('user', said.length === 0 && last?.role !== 'user' ? [noContent] : said);
  }
}

/**
 * Turns in the order that upstreams require: consecutive turns of the assistant are one, and the next turn begins with the results of
 * exactly its calls, in their order. A call without a result has an error as its result, and a result without a call becomes a text. IDs
 * of calls are unique and accepted by the upstream; the same conversation always has the same IDs. Empty texts are left out.
 */
export function pairedTurns(sent: readonly HubTurn[], rule: CallIdRule): readonly HubTurn[] {
  const turns = sent.filter(({ role, parts }) => role !== 'system' || parts.some(saysAnything));
  const arranging = new Arranging(new Pairing(turns, rule));
  for (let at = 0; at < turns.length;) {
    const turn = turns[at] as HubTurn;
    let end = at + 1;
    if (turn.role === 'assistant') while (turns[end]?.role === 'assistant') end += 1;
    arranging.add(turn, turns.slice(at, end));
    at = end;
  }
  return arranging.turns;
}
