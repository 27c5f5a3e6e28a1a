import { fieldsIn, itemsIn, plainText, textIn, type SpannedObject, type SpannedValue } from '../../../json/spanned.ts';
import type { AttemptPlan } from '../../dialect.ts';
import type { Fields } from '../../shared/fields-of.ts';
import { CallIds } from '../../shared/hub/call-ids.ts';
import { flatToolsOf } from '../../shared/hub/flat-tools.ts';
import { freeTextOf } from '../../shared/hub/free-arguments.ts';
import type { StreamReader } from '../../shared/hub/halves.ts';
import type { Finish, HubEvent, OpenedPart } from '../../shared/hub/hub-event.ts';
import type { HubPart, HubRequest } from '../../shared/hub/hub-request.ts';
import { RelayedReader } from '../../shared/hub/relayed-reader.ts';
import { placeOf } from '../items-so-far.ts';
import { endOf } from '../response-end.ts';
import { ResponsesStreamRelay, type EventConsumer } from '../responses-stream-relay.ts';
import { AnswerItems, paragraph } from './answer-items.ts';

type Emit = (event: HubEvent) => void;

/** A part of the answer that the client receives. */
interface OpenedAt {
  readonly at: number;
  readonly part: OpenedPart['part'];
  /** A custom tool that the model called as a function: its text is known at the end. */
  readonly isHeld: boolean;
  held: string;
  hasText: boolean;
  /** The paragraph of a summary, or part of a text, that was written last. */
  piece: unknown;
}

/** An item that arrives. */
interface Arriving {
  readonly parts: Map<string, OpenedAt>;
}

const proseOf: ReadonlyMap<string, Exclude<OpenedPart['part'], 'toolCall'>> = new Map([
  ['response.output_text.delta', 'text'],
  ['response.refusal.delta', 'refusal'],
  ['response.reasoning_summary_text.delta', 'summary'],
  ['response.reasoning_text.delta', 'reasoning'],
]);
const callDeltas: ReadonlySet<unknown> = new Set([
  'response.function_call_arguments.delta',
  'response.custom_tool_call_input.delta',
]);
/** The only part of an item that is a call or reasoning. */
const whole = '';

function itemOf({ item }: Fields): SpannedObject {
  return fieldsIn(item as SpannedValue) ?? {};
}

/** Emits the items of an answer as parts. */
class ItemEvents implements EventConsumer {
  heldCharacters = 0;
  readonly #emit: Emit;
  readonly #items: AnswerItems;
  readonly #arriving = new Map<string, Arriving>();
  readonly #done = new Set<string>();
  #parts = 0;
  #hasCalls = false;
  #finish: Finish = 'stop';

  constructor(plan: AttemptPlan, request: HubRequest, emit: Emit) {
    this.#emit = emit;
    this.#items = new AnswerItems(plan, new CallIds(plan, request), flatToolsOf(request));
  }

  onEvent(event: Fields): void {
    const { delta } = event;
    const type = String(event.type);
    if (typeof delta === 'string' && type.endsWith('.delta')) this.#onDelta(event, type, delta);
    else if (type === 'response.output_item.added') this.#begin(placeOf(event), itemOf(event));
    else if (type === 'response.output_item.done') this.#end(placeOf(event), itemOf(event));
    else if (type === 'response.completed') this.#endAll(event.response as Fields, 'completed');
    else if (type === 'response.incomplete') this.#endAll(event.response as Fields, 'incomplete');
  }

  #onDelta(event: Fields, type: string, delta: string): void {
    const prose = proseOf.get(type);
    if (prose !== undefined) this.#say(event, prose, delta);
    else if (callDeltas.has(type)) this.#addArguments(placeOf(event), delta);
  }

  #itemAt(place: string): Arriving {
    const known = this.#arriving.get(place);
    if (known !== undefined) return known;
    const item: Arriving = { parts: new Map() };
    this.#arriving.set(place, item);
    return item;
  }

  #open(place: string, name: string, opened: OpenedPart, isHeld = false): OpenedAt {
    const at = this.#parts++;
    const part: OpenedAt = { at, part: opened.part, isHeld, held: '', hasText: false, piece: null };
    this.#itemAt(place).parts.set(name, part);
    this.#emit({ kind: 'open', at, ...opened });
    return part;
  }

  /** Prose has one open part at a time. */
  #openNext(place: string, name: string, opened: OpenedPart): OpenedAt {
    this.#close(place);
    return this.#open(place, name, opened);
  }

  #begin(place: string, item: SpannedObject): void {
    const isCall = item.type === 'function_call' || item.type === 'custom_tool_call';
    if (!isCall || this.#itemAt(place).parts.has(whole)) return;
    const called = this.#items.called(item);
    if (called === null) return;
    this.#hasCalls = true;
    const { kind: _, ...opened } = called;
    this.#open(place, whole, { part: 'toolCall', ...opened }, called.isFree && item.type === 'function_call');
  }

  #say(event: Fields, prose: 'text' | 'refusal' | 'summary' | 'reasoning', text: string): void {
    if (text === '') return;
    const place = placeOf(event);
    const isReasoning = prose === 'summary' || prose === 'reasoning';
    const piece = isReasoning ? (event.summary_index ?? event.content_index) : event.content_index;
    const name = isReasoning ? whole : `${prose}${String(piece)}`;
    const open = this.#itemAt(place).parts.get(name) ?? this.#openNext(place, name, { part: prose });
    const lead = open.hasText && open.piece !== piece ? paragraph : '';
    open.piece = piece;
    this.#write(open, lead + text);
  }

  #addArguments(place: string, text: string): void {
    const open = this.#itemAt(place).parts.get(whole);
    if (open === undefined || text === '') return;
    if (!open.isHeld) this.#write(open, text);
    else {
      open.held += text;
      this.heldCharacters += text.length;
    }
  }

  #write(open: OpenedAt, text: string): void {
    open.hasText = true;
    this.#emit({ kind: 'text', at: open.at, text });
  }

  /** The item is complete. What did not arrive as deltas is in it. */
  #end(place: string, item: SpannedObject): void {
    if (this.#done.has(place)) return;
    this.#begin(place, item);
    this.#done.add(place);
    const { parts } = this.#itemAt(place);
    if (parts.size === 0) this.#emitWhole(place, item);
    const open = parts.get(whole);
    if (open?.part === 'toolCall' && !open.hasText) this.#writeArguments(open, item);
    const seal = item.type === 'reasoning' ? this.#items.seal(item) : null;
    if (seal !== null) this.#emit({ kind: 'seal', at: (open ?? this.#open(place, whole, { part: 'summary' })).at, seal });
    this.#close(place);
  }

  #writeArguments(open: OpenedAt, item: SpannedObject): void {
    const stated = plainText(textIn(item.type === 'custom_tool_call' ? item.input : item.arguments) ?? '');
    const written = open.held === '' ? stated : open.held;
    this.heldCharacters -= open.held.length;
    const text = open.isHeld ? freeTextOf(written) : written;
    if (text !== '') this.#write(open, text);
  }

  #emitWhole(place: string, item: SpannedObject): void {
    const prose = item.type === 'message' || item.type === 'reasoning' ? this.#items.parts(item) : [];
    for (const [index, part] of prose.entries()) this.#emitPart(place, index, part);
  }

  #emitPart(place: string, index: number, part: HubPart): void {
    if (part.kind === 'text' || part.kind === 'refusal')
      this.#write(this.#open(place, `${part.kind}${String(index)}`, { part: part.kind }), plainText(part.text));
    else if (part.kind === 'reasoning' && part.text !== null)
      this.#write(this.#open(place, whole, { part: part.isSummary ? 'summary' : 'reasoning' }), plainText(part.text));
  }

  #close(place: string): void {
    for (const { at } of this.#arriving.get(place)?.parts.values() ?? []) this.#emit({ kind: 'close', at });
    this.#arriving.delete(place);
  }

  #endAll(response: Fields, status: string): void {
    this.#finish = endOf(response, status).finish ?? 'stop';
    for (const [index, value] of itemsIn(response.output as SpannedValue).entries()) {
      const item = fieldsIn(value) ?? {};
      const id = textIn(item.id);
      const isKnown = typeof id === 'string' && (this.#done.has(id) || this.#arriving.has(id));
      this.#end(isKnown ? id : String(index), item);
    }
  }

  /** The upstream has finished the answer. */
  finish(): void {
    for (const [place, { parts }] of this.#arriving) {
      const open = parts.get(whole);
      if (open !== undefined && open.held !== '') this.#writeArguments(open, {});
      this.#close(place);
    }
    const reason = this.#finish === 'stop' && this.#hasCalls ? 'tools' : this.#finish;
    this.#emit({ kind: 'finish', reason, stopSequence: null });
  }
}

/** Reads a Responses stream as events. */
export function readResponsesStream(plan: AttemptPlan, request: HubRequest, emit: Emit): StreamReader {
  const events = new ItemEvents(plan, request, emit);
  return new RelayedReader(new ResponsesStreamRelay(plan, events), events);
}
