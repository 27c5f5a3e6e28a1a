import type { ApiError } from '@tollgate/contract/errors';
import { findMembers } from '../../json/members.ts';
import { withMember } from '../../json/with-member.ts';
import { withObject } from '../../json/with-object.ts';
import type { AttemptPlan, RelayState, ReportedUsage, StreamRelay, TextCount } from '../dialect.ts';
import { EventStreamParser } from '../event-stream-parser.ts';
import { fieldsOf, type Fields } from '../shared/fields-of.ts';
import { readInnerRefusal } from '../shared/read-refusal.ts';
import { readStreamEvent } from '../shared/stream-event.ts';
import type { UpstreamRefusal } from '../upstream-refusal.ts';
import { failedEvent, responseId } from './hub/response-object.ts';
import { ItemsSoFar } from './items-so-far.ts';
import { beginning, begins, endings, readableEvent } from './response-frames.ts';
import { reportedUsage } from './reported-usage.ts';
import { endOf, type ResponseEnd } from './response-end.ts';
import { SimilarDeltas } from './similar-deltas.ts';

/** Receives the items of a stream that is not relayed but translated. The place of an item identifies it. */
export interface ItemConsumer {
  onItem(place: string, item: Fields): void;
  /** More of an item's text. */
  onDelta(place: string, event: Fields, delta: string): void;
  /** The item is complete: once for every item. */
  onDone(place: string, item: Fields): void;
  /** The response, after its last item. */
  onEnd(response: Fields, status: string): void;
}

/** The stream is not relayed: its tail is the whole answer. */
export const collecting = 'collecting';

/** Smaller amounts need not be counted. */
const keptBytesMin = 64 * 1024;
const eventName = /^[a-z][a-z0-9_.]{0,95}$/;
const errorCode = /^[A-Za-z][A-Za-z_.-]{0,39}$/;
const unended: ResponseEnd = { finish: null, isNatural: false, unknownReason: null };

/** The types of the last event, and the status that each states. */
const lastEvents: ReadonlyMap<string, string> = new Map([
  ['response.completed', 'completed'],
  ['response.incomplete', 'incomplete'],
]);

/** The JSON of a member. */
function memberIn(text: string, name: string): string {
  const member = findMembers(text).find((found) => found.name === name);
  return member === undefined ? 'null' : text.slice(member.valueStart, member.valueEnd);
}

function isListed({ output }: Fields): boolean {
  return Array.isArray(output) && output.length > 0;
}

/**
 * Relays a stream of the Responses protocol. Events pass as they are; only the model's name changes. The last event, which says that the
 * answer is complete, is the tail.
 */
export class ResponsesStreamRelay implements StreamRelay {
  state: RelayState = 'open';
  tail: Buffer | null = null;
  fault: string | null = null;
  refusal: UpstreamRefusal | undefined;
  usage: ReportedUsage = { kind: 'none' };
  readonly #plan: AttemptPlan;
  readonly #consumer: ItemConsumer | null;
  readonly #isCollecting: boolean;
  readonly #events = new EventStreamParser();
  readonly #alike = new SimilarDeltas();
  readonly #items = new ItemsSoFar();
  #end = unended;
  #id: string;
  #sequence = 0;
  #hasBegun = false;
  #hasOwnId = false;
  #out = '';

  /** @param consumer if given, it receives the items, and nothing is relayed. */
  constructor(plan: AttemptPlan, consumer: ItemConsumer | typeof collecting | null = null) {
    this.#plan = plan;
    this.#isCollecting = consumer === collecting;
    this.#consumer = consumer === collecting ? null : consumer;
    this.#id = responseId(plan.callId);
  }

  get text(): TextCount {
    return this.#items.text;
  }

  get endedNaturally(): boolean {
    return this.#end.isNatural;
  }

  get unknownFinishReason(): string | null {
    return this.#end.unknownReason;
  }

  get keptBytes(): number {
    const bytes = this.#events.keptBytes + this.#items.doneBytes;
    return bytes < keptBytesMin ? 0 : bytes;
  }

  push(chunk: Buffer): Buffer | null {
    if (this.state !== 'open') return null;
    const read = this.#readAlike(chunk);
    const alike = this.#isRelaying && read > 0 ? chunk.subarray(0, read) : null;
    if (read === chunk.length) return alike;
    this.#readEvents(read === 0 ? chunk : chunk.subarray(read));
    if (this.#out === '') return alike;
    return alike === null ? Buffer.from(this.#out) : Buffer.concat([alike, Buffer.from(this.#out)]);
  }

  /**
   * Reads deltas while they resemble the previous ones.
   * @returns the start of the first different event.
   */
  #readAlike(chunk: Buffer): number {
    const { learned } = this.#alike;
    if (learned === null || !this.#events.isBetweenEvents) return 0;
    let at = 0;
    for (;;) {
      const delta = this.#alike.match(chunk, at);
      if (delta === null) return at;
      if (delta.sequence !== null) this.#sequence = delta.sequence + 1;
      this.#items.addMore(delta.written);
      this.#consumer?.onDelta(learned.place, learned.event, delta.written);
      at = delta.end;
    }
  }

  #readEvents(chunk: Buffer): void {
    this.#out = '';
    for (const data of this.#events.push(chunk)) {
      this.#onData(data);
      if (!this.#isOpen()) return;
    }
    if (this.#events.fault !== null) this.#break(this.#events.fault);
  }

  end(): void {
    if (this.state !== 'open') return;
    this.#out = '';
    const sent = this.#sequence;
    // The last event may lack its blank line. A truncated event is no valid JSON and does not count.
    for (const data of this.#events.end()) if (this.#isOpen()) this.#onData(data);
    if (this.#isOpen()) this.#break(this.#events.fault ?? 'the stream ended before `response.completed`');
    // What came last is not sent if it does not complete the answer.
    if (this.tail === null) this.#sequence = sent;
    else if (this.#out !== '') this.tail = Buffer.concat([Buffer.from(this.#out), this.tail]);
  }

  errorTail(error: ApiError): Buffer {
    const head = `{"id":${JSON.stringify(this.#id)},"object":"response","model":${JSON.stringify(this.#plan.model)}`;
    return failedEvent(error, head, this.#sequence);
  }

  /** A method, because calls change `state` in a way that the compiler does not see. */
  #isOpen(): boolean {
    return this.state === 'open';
  }

  #onData(data: string): void {
    if (data === '' || data.startsWith('[DONE]')) return;
    const read = readStreamEvent(data);
    if (typeof read === 'string') this.#break(read);
    else this.#onEvent(read.fields, read.text);
  }

  #onEvent(event: Fields, text: string): void {
    const { type, sequence_number: sequence } = event;
    if (Number.isSafeInteger(sequence)) this.#sequence = Number(sequence) + 1;
    const status = typeof type === 'string' ? lastEvents.get(type) : undefined;
    if (type === 'error' || (type === undefined && event.error !== undefined)) this.#onError(event.error ?? event);
    else if (typeof type !== 'string' || !eventName.test(type)) this.#break('an event of the stream has no type');
    else if (type === 'response.failed') this.#onError(fieldsOf(event.response).error);
    else if (status !== undefined) this.#onEnd(event, text, status);
    else this.#pass(event, type, text);
  }

  #pass(event: Fields, type: string, text: string): void {
    const { response } = event;
    const begun = fieldsOf(response);
    if (typeof begun.id === 'string' && !this.#hasOwnId) this.#id = begun.id;
    this.#readItem(event, type, text);
    if (this.#items.areTooMany) this.#break('the stream contains too many items');
    else if (this.#isRelaying) {
      const named = begun === response ? withObject(text, 'response', (object) => this.#named(object)) : text;
      const readable = readableEvent(named, event, type);
      if (readable !== null) this.#send(type, readable);
    }
  }

  #send(type: string, json: string): void {
    if (begins(type)) this.#hasBegun = true;
    this.#out += `${this.#beginning()}event: ${type}\ndata: ${json}\n\n`;
  }

  /** What the upstream left out. Its ID is that of the whole response, then. */
  #beginning(): string {
    if (this.#hasBegun) return '';
    this.#hasBegun = true;
    this.#hasOwnId = true;
    return beginning(this.#id, this.#plan.model);
  }

  get #isRelaying(): boolean {
    return this.#consumer === null && !this.#isCollecting;
  }

  #readDelta(event: Fields, delta: string, text: string): void {
    const place = this.#items.addDelta(event, delta);
    if (place === null) return;
    this.#consumer?.onDelta(place, event, delta);
    if (event.response === undefined) this.#alike.learn(text, event, place);
  }

  #readItem(event: Fields, type: string, text: string): void {
    const { delta } = event;
    if (typeof delta === 'string' && type.endsWith('.delta')) {
      this.#readDelta(event, delta, text);
      return;
    }
    // What follows may belong to another item.
    this.#alike.forget();
    if (type === 'response.output_item.added') {
      const place = this.#items.begin(event);
      if (place !== null) this.#consumer?.onItem(place, fieldsOf(event.item));
    } else if (type === 'response.output_item.done') {
      const place = this.#items.addDone(event, this.#consumer === null ? memberIn(text, 'item') : '');
      if (place !== null) this.#consumer?.onDone(place, fieldsOf(event.item));
    }
  }

  /** @param object JSON of a response. */
  #named(object: string): string {
    const named = withMember(object, 'model', JSON.stringify(this.#plan.model));
    return this.#hasOwnId ? withMember(named, 'id', JSON.stringify(this.#id)) : named;
  }

  /** @param status that the type of the event states. */
  #onEnd(event: Fields, text: string, status: string): void {
    const { response } = event;
    const ended = fieldsOf(response);
    this.#end = endOf(ended, status);
    const { unknownReason } = this.#end;
    if (ended !== response) this.#break('the last event contains no response');
    else if (ended.error !== undefined && ended.error !== null) this.#onError(ended.error);
    else if (this.#end.finish === null) this.#break('the last event contains a response that has not ended');
    else if (unknownReason !== null && this.#plan.quirks.unknownFinishBreaks === true)
      this.#break(`the upstream ended its response with an unknown reason: ${unknownReason}`);
    else this.#complete(ended, status, text);
  }

  #complete(response: Fields, status: string, text: string): void {
    const items = this.#items.addLast(response);
    for (const { place, item } of items) this.#consumer?.onDone(place, item);
    // The text that arrived is in no item, so the whole answer would be charged and empty.
    if (this.#isCollecting && !isListed(response) && this.#items.isWithoutItems) {
      this.#break('the answer has no output');
      return;
    }
    this.usage = reportedUsage(response, this.#items.searches, this.#plan.quirks);
    this.state = 'complete';
    this.#consumer?.onEnd(response, status);
    if (this.#consumer !== null) return;
    const whole = (object: string): string => this.#named(this.#listed(object, response, status));
    if (this.#isCollecting) this.tail = Buffer.from(whole(memberIn(text, 'response')));
    else {
      const lead = this.#beginning() + endings(items, this.#sequence);
      this.tail = Buffer.from(`${lead}event: response.${status}\ndata: ${withObject(text, 'response', whole)}\n\n`);
    }
  }

  /** Clients read the whole answer and its status from the last event, which some upstreams leave empty. */
  #listed(object: string, response: Fields, status: string): string {
    const ended = typeof response.status === 'string' ? object : withMember(object, 'status', JSON.stringify(status));
    return isListed(response) ? ended : withMember(ended, 'output', this.#items.listJson);
  }

  /** @param error the object that describes it, if there is one. */
  #onError(error: unknown): void {
    const { code, type } = fieldsOf(error);
    const word = [code, type].find((name) => typeof name === 'string' && errorCode.test(name) && name !== 'error');
    const shown = typeof word === 'string' ? ` (${word})` : '';
    this.#break(`the upstream reported an error inside its answer${shown}`, readInnerRefusal({ error }));
  }

  #break(fault: string, refusal?: UpstreamRefusal): void {
    this.state = 'broken';
    this.fault = fault;
    this.refusal = refusal;
  }
}
