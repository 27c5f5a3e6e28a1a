import { plainText, textIn, type SpannedObject } from '../../../json/spanned.ts';
import type { AttemptPlan } from '../../dialect.ts';
import type { Fields } from '../../shared/fields-of.ts';
import { CallIds } from '../../shared/hub/call-ids.ts';
import { flatToolsOf } from '../../shared/hub/flat-tools.ts';
import { freeTextOf } from '../../shared/hub/free-arguments.ts';
import type { StreamReader } from '../../shared/hub/halves.ts';
import type { Finish, HubEvent, OpenedPart } from '../../shared/hub/hub-event.ts';
import type { HubPart, HubRequest } from '../../shared/hub/hub-request.ts';
import { RelayedReader } from '../../shared/hub/relayed-reader.ts';
import { endOf } from '../response-end.ts';
import { ResponsesStreamRelay, type ItemConsumer } from '../responses-stream-relay.ts';
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
  /** The parts that are open. */
  readonly parts: Map<string, OpenedAt>;
  /** How many parts it has had so far. */
  begun: number;
}

type Prose = Exclude<OpenedPart['part'], 'toolCall'>;

const proseOf: ReadonlyMap<string, Prose> = new Map([
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

function spannedOf(item: Fields): SpannedObject {
  return item as SpannedObject;
}

/** Emits the items of an answer as parts. */
class ItemEvents implements ItemConsumer {
  heldCharacters = 0;
  readonly #emit: Emit;
  readonly #items: AnswerItems;
  readonly #arriving = new Map<string, Arriving>();
  #parts = 0;
  #hasCalls = false;
  #finish: Finish = 'stop';

  constructor(plan: AttemptPlan, request: HubRequest, emit: Emit) {
    this.#emit = emit;
    this.#items = new AnswerItems(plan, new CallIds(plan, request), flatToolsOf(request));
  }

  onItem(place: string, item: Fields): void {
    this.#begin(place, spannedOf(item));
  }

  onDelta(place: string, event: Fields, delta: string): void {
    const prose = proseOf.get(String(event.type));
    if (prose !== undefined) this.#say(place, event, { prose, text: delta });
    else if (callDeltas.has(event.type)) this.#addArguments(place, delta);
  }

  /** What did not arrive as deltas is in the item. */
  onDone(place: string, sent: Fields): void {
    const item = spannedOf(sent);
    this.#begin(place, item);
    this.#sayRest(place, item);
    const open = this.#itemAt(place).parts.get(whole);
    if (open?.part === 'toolCall' && !open.hasText) this.#writeArguments(open, item);
    const seal = item.type === 'reasoning' ? this.#items.seal(item) : null;
    if (seal !== null) this.#emit({ kind: 'seal', at: (open ?? this.#open(place, whole, { part: 'summary' })).at, seal });
    this.#close(place);
    this.#arriving.delete(place);
  }

  onEnd(response: Fields, status: string): void {
    this.#finish = endOf(response, status).finish ?? 'stop';
  }

  #itemAt(place: string): Arriving {
    const known = this.#arriving.get(place);
    if (known !== undefined) return known;
    const item: Arriving = { parts: new Map(), begun: 0 };
    this.#arriving.set(place, item);
    return item;
  }

  #open(place: string, name: string, opened: OpenedPart, isHeld = false): OpenedAt {
    const at = this.#parts++;
    const part: OpenedAt = { at, part: opened.part, isHeld, held: '', hasText: false, piece: null };
    const item = this.#itemAt(place);
    item.parts.set(name, part);
    item.begun += 1;
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
    if (!isCall || this.#itemAt(place).begun > 0) return;
    const called = this.#items.called(item);
    if (called === null) return;
    this.#hasCalls = true;
    const { kind: _, ...opened } = called;
    this.#open(place, whole, { part: 'toolCall', ...opened }, called.isFree && item.type === 'function_call');
  }

  #say(place: string, event: Fields, { prose, text }: { readonly prose: Prose; readonly text: string }): void {
    if (text === '') return;
    const isReasoning = prose === 'summary' || prose === 'reasoning';
    const piece = isReasoning ? (event.summary_index ?? event.content_index) : event.content_index;
    const name = isReasoning ? whole : `${prose}${String(piece)}`;
    const { parts } = this.#itemAt(place);
    if (parts.get(whole)?.part === 'toolCall') return;
    const open = parts.get(name) ?? this.#openNext(place, name, { part: prose });
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

  #writeArguments(open: OpenedAt, item: SpannedObject): void {
    const stated = plainText(textIn(item.type === 'custom_tool_call' ? item.input : item.arguments) ?? '');
    const written = open.held === '' ? stated : open.held;
    this.heldCharacters -= open.held.length;
    const text = open.isHeld ? freeTextOf(written) : written;
    if (text !== '') this.#write(open, text);
  }

  /** The parts of an item of which no deltas arrived. */
  #sayRest(place: string, item: SpannedObject): void {
    const { begun } = this.#itemAt(place);
    const isMessage = item.type === 'message';
    if (!isMessage && (item.type !== 'reasoning' || begun > 0)) return;
    for (const [index, part] of this.#items.parts(item).entries()) if (index >= begun) this.#emitPart(place, index, part);
  }

  #emitPart(place: string, index: number, part: HubPart): void {
    if (part.kind === 'text' || part.kind === 'refusal')
      this.#write(this.#open(place, `${part.kind}${String(index)}`, { part: part.kind }), plainText(part.text));
    else if (part.kind === 'reasoning' && part.text !== null)
      this.#write(this.#open(place, whole, { part: part.isSummary ? 'summary' : 'reasoning' }), plainText(part.text));
  }

  #close(place: string): void {
    const { parts } = this.#itemAt(place);
    for (const { at } of parts.values()) this.#emit({ kind: 'close', at });
    parts.clear();
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
