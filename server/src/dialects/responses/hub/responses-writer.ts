import type { ApiError } from '@tollgate/contract/errors';
import type { Usage } from '@tollgate/contract/usage';
import { jsonBytes, jsonList, type Json } from '../../../json/compose.ts';
import { GrowingText } from '../../../json/growing-text.ts';
import type { AttemptPlan } from '../../dialect.ts';
import type { StreamWriter } from '../../shared/hub/halves.ts';
import type { Finish, HubEvent } from '../../shared/hub/hub-event.ts';
import type { HubRequest } from '../../shared/hub/hub-request.ts';
import { contentJson, emptyText, itemId, itemJson, summaryJson, type ItemStatus } from './output-item.ts';
import { begunResponse, eventJson, eventText, failedEvent, responseEnd, responseHead, statusOf } from './response-object.ts';

type Opened = Extract<HubEvent, { kind: 'open' }>;

/** An item that is being written. */
interface Writing {
  readonly opened: Opened;
  readonly id: string;
  readonly index: number;
  /** The members that name the item in every event. */
  readonly place: string;
  readonly text: GrowingText;
  seal: string | null;
}

/** The names of the events of a part's text, and of its last one the member with the whole text. */
interface TextEvents {
  readonly name: string;
  readonly whole: string;
  /** Of the place inside the item. */
  readonly inside: string;
}

const inContent = ',"content_index":0';
const inSummary = ',"summary_index":0';

function eventsOf({ part, ...opened }: Opened): TextEvents {
  if (part === 'text') return { name: 'output_text', whole: 'text', inside: `${inContent},"logprobs":[]` };
  if (part === 'refusal') return { name: 'refusal', whole: 'refusal', inside: inContent };
  if (part !== 'toolCall') return { name: 'reasoning_summary_text', whole: 'text', inside: inSummary };
  const isFree = 'isFree' in opened && opened.isFree;
  return isFree
    ? { name: 'custom_tool_call_input', whole: 'input', inside: '' }
    : { name: 'function_call_arguments', whole: 'arguments', inside: '' };
}

function joined(json: Json): string {
  return jsonBytes(json).toString();
}

/**
 * Writes an answer as the events of this protocol. Its last events repeat the answer, so its text is held: once per item while it is
 * written, and as a complete item afterwards.
 */
export class ResponsesWriter implements StreamWriter {
  readonly #plan: AttemptPlan;
  readonly #head: string;
  readonly #writing = new Map<number, Writing>();
  /** Items whose end is not written yet: agents run a call at once, and only what follows says whether the last one was cut. */
  #ended: Writing[] = [];
  /** Complete items, by index. */
  readonly #items: Json[] = [];
  #out = '';
  /** Events with whole texts, behind `#out`. As bytes, they are copied once. */
  #large: Json[] = [];
  #sequence = 0;
  #hasBegun = false;
  #hasRefusal = false;
  #begun = 0;
  #finish: Finish = 'stop';
  keptBytes = 0;

  constructor(plan: AttemptPlan, request: HubRequest) {
    this.#plan = plan;
    this.#head = responseHead(plan, request);
  }

  write(event: HubEvent): void {
    this.#begin();
    if (event.kind === 'open') this.#open(event);
    else if (event.kind === 'finish') this.#finish = event.reason;
    else {
      const writing = this.#writing.get(event.at);
      if (writing === undefined) return;
      if (event.kind === 'text') this.#text(writing, event.text);
      else if (event.kind === 'seal') {
        writing.seal = event.seal;
        this.keptBytes += event.seal.length;
      } else {
        this.#writing.delete(event.at);
        this.#ended.push(writing);
      }
    }
  }

  take(): Buffer | null {
    if (this.#out === '' && this.#large.length === 0) return null;
    const bytes = this.#large.length === 0 ? Buffer.from(this.#out) : jsonBytes([this.#out, ...this.#large]);
    this.#out = '';
    this.#large = [];
    return bytes;
  }

  tail(usage: Usage): Buffer {
    this.#begin();
    const ended = { finish: this.#finish, hasRefusal: this.#hasRefusal, usage };
    const status = statusOf(ended);
    this.#ended.push(...this.#writing.values());
    this.#close(status);
    const end = responseEnd(ended, jsonList(this.#items));
    this.#event(`response.${status}`, [`,"response":${this.#head}`, end]);
    return this.take() ?? Buffer.alloc(0);
  }

  errorTail(error: ApiError): Buffer {
    return failedEvent(error, this.#head, this.#sequence);
  }

  #event(type: string, members: Json): void {
    if (typeof members === 'string' && this.#large.length === 0) this.#out += eventText(type, this.#sequence, members);
    else this.#large.push(eventJson(type, this.#sequence, members));
    this.#sequence += 1;
  }

  #begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    for (const type of ['response.created', 'response.in_progress'])
      this.#event(type, `,"response":${this.#head}${begunResponse}`);
  }

  #open(opened: Opened): void {
    this.#close('completed');
    const index = this.#begun;
    this.#begun += 1;
    const id = itemId(this.#plan, opened, index);
    const place = `,"item_id":${JSON.stringify(id)},"output_index":${String(index)}`;
    this.#writing.set(opened.at, { opened, id, index, place, text: new GrowingText(), seal: null });
    const item = joined(itemJson(id, opened, { text: null, seal: null, status: 'in_progress' }));
    this.#event('response.output_item.added', `,"output_index":${String(index)},"item":${item}`);
    if (opened.part === 'refusal') this.#hasRefusal = true;
    if (opened.part === 'text' || opened.part === 'refusal')
      this.#event('response.content_part.added', `${place}${inContent},"part":${joined(contentJson(opened.part, '""'))}`);
  }

  #text(writing: Writing, text: string): void {
    if (text === '') return;
    const { opened, place } = writing;
    const isSummary = opened.part === 'reasoning' || opened.part === 'summary';
    if (isSummary && writing.text.length === 0)
      this.#event('response.reasoning_summary_part.added', `${place}${inSummary},"part":${joined(summaryJson('""'))}`);
    const json = JSON.stringify(text);
    writing.text.add(text, json);
    this.keptBytes += text.length;
    const { name, inside } = eventsOf(opened);
    this.#event(`response.${name}.delta`, `${place}${inside},"delta":${json}`);
  }

  /** @param last the status of the item that began last; the others are complete. */
  #close(last: ItemStatus): void {
    for (const writing of this.#ended) this.#end(writing, writing.index === this.#begun - 1 ? last : 'completed');
    this.#ended = [];
  }

  #end(writing: Writing, status: ItemStatus): void {
    const { opened, id, index, place, seal } = writing;
    const { part } = opened;
    if (writing.text.length === 0 && emptyText(opened, status) === '"{}"') this.#text(writing, '{}');
    const isSummary = part === 'reasoning' || part === 'summary';
    const text = writing.text.json;
    const isSaid = !isSummary || writing.text.length > 0;
    if (isSaid) this.#textDone(opened, place, text);
    const content = { text: isSaid ? text : null, seal: seal === null ? null : JSON.stringify(seal), status };
    const item = itemJson(id, opened, content);
    this.#items[index] = item;
    this.#event('response.output_item.done', [`,"output_index":${String(index)},"item":`, item]);
  }

  #textDone(opened: Opened, place: string, text: Json): void {
    const { name, whole, inside } = eventsOf(opened);
    this.#event(`response.${name}.done`, [`${place}${inside},"${whole}":`, text]);
    if (opened.part === 'toolCall') return;
    if (opened.part === 'text' || opened.part === 'refusal')
      this.#event('response.content_part.done', [`${place}${inContent},"part":`, contentJson(opened.part, text)]);
    else this.#event('response.reasoning_summary_part.done', [`${place}${inSummary},"part":`, summaryJson(text)]);
  }
}
