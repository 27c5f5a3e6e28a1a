import type { ApiError } from '@tollgate/contract/errors';
import type { Usage } from '@tollgate/contract/usage';
import type { AttemptPlan } from '../../dialect.ts';
import { clientSide } from '../../shared/client-side.ts';
import { isCut } from '../../shared/hub/cut-call.ts';
import type { StreamWriter } from '../../shared/hub/halves.ts';
import type { Finish, HubEvent } from '../../shared/hub/hub-event.ts';
import { momentOf } from '../../shared/moment-of.ts';
import { chatUsage } from './chat-usage.ts';
import { chunkObject } from '../frame-shape.ts';
import { detailJson, reasoningGap } from './reasoning-details.ts';
import { madeIdOf } from '../right-names.ts';

type Opened = Extract<HubEvent, { kind: 'open' }>;

/** A part that is being written. */
interface Writing {
  readonly opened: Opened;
  /** Of a tool call among the calls. */
  readonly index: number;
  length: number;
  seal: string | null;
}

const reasons: Readonly<Record<Finish, string>> = {
  stop: 'stop',
  length: 'length',
  tools: 'tool_calls',
  refused: 'content_filter',
  pause: 'stop',
};

/** Whether the client uses the older form of tools, in which an answer calls at most one function. */
export function callsFunctions({ body }: Pick<AttemptPlan, 'body'>): boolean {
  return Array.isArray(body.value.functions) && !Array.isArray(body.value.tools);
}

/** The finish reason in this protocol. */
export function reasonOf(finish: Finish, isOlder: boolean): string {
  return finish === 'tools' && isOlder ? 'function_call' : reasons[finish];
}

/** The name of a tool, whose namespace this protocol has as a part of the name. */
export function nameOf({ name, namespace }: { readonly name: string; readonly namespace: string | null }): string {
  return namespace === null ? name : `${namespace}__${name}`;
}

function isReasoning({ part }: Opened): boolean {
  return part === 'reasoning' || part === 'summary';
}

/** Writes an answer as chunks. */
export class ChatWriter implements StreamWriter {
  readonly #plan: AttemptPlan;
  readonly #before: string;
  readonly #after: string;
  readonly #isOlder: boolean;
  readonly #writing = new Map<number, Writing>();
  #out = '';
  #hasBegun = false;
  #hasReasoned = false;
  #hasRefusal = false;
  /** Calls without arguments that have ended: clients parse them, and only what follows says whether the last call was cut. */
  #unargued: Writing[] = [];
  #last: Writing | null = null;
  #calls = 0;
  #details = 0;
  #reason: Finish = 'stop';

  constructor(plan: AttemptPlan) {
    this.#plan = plan;
    this.#isOlder = callsFunctions(plan);
    this.#before = `data: ${this.#head()},"choices":[{"index":0,"delta":`;
    this.#after = `,"finish_reason":null}]${plan.includeUsage ? ',"usage":null' : ''}}\n\n`;
  }

  write(event: HubEvent): void {
    if (!this.#hasBegun) this.#begin();
    if (event.kind === 'open') this.#open(event);
    else if (event.kind === 'finish') this.#reason = event.reason;
    else {
      const writing = this.#writing.get(event.at);
      if (writing === undefined) return;
      if (event.kind === 'text') this.#text(writing, event.text);
      else if (event.kind === 'seal') writing.seal = event.seal;
      else this.#close(event.at, writing);
    }
  }

  take(): Buffer | null {
    if (this.#out === '') return null;
    const bytes = Buffer.from(this.#out);
    this.#out = '';
    return bytes;
  }

  tail(usage: Usage): Buffer {
    if (!this.#hasBegun) this.#begin();
    for (const [at, writing] of this.#writing) this.#close(at, writing);
    this.#addArguments(isCut({ finish: this.#reason, hasRefusal: this.#hasRefusal }));
    const reason = reasonOf(this.#reason, this.#isOlder);
    const shown = this.#plan.includeUsage
      ? `data: ${this.#head()},"choices":[],"usage":${JSON.stringify(chatUsage(usage))}}\n\n`
      : '';
    const end = this.#after.replace('null', JSON.stringify(reason));
    return Buffer.from(`${this.#out}${this.#before}{}${end}${shown}data: [DONE]\n\n`);
  }

  errorTail(error: ApiError): Buffer {
    return clientSide.streamError(error, { requestId: this.#plan.callId, headers: {} });
  }

  #head(): string {
    const { model } = this.#plan;
    const [id, created] = [JSON.stringify(madeIdOf(this.#plan)), String(momentOf(this.#plan))];
    return `{"id":${id},"object":"${chunkObject}","created":${created},"model":${JSON.stringify(model)}`;
  }

  #begin(): void {
    this.#hasBegun = true;
    this.#delta('{"role":"assistant","content":""}');
  }

  #delta(json: string): void {
    this.#out += this.#before + json + this.#after;
  }

  #open(opened: Opened): void {
    this.#addArguments(false);
    if (opened.part === 'refusal') this.#hasRefusal = true;
    const writing: Writing = { opened, index: this.#calls, length: 0, seal: null };
    this.#writing.set(opened.at, writing);
    this.#last = writing;
    if (opened.part !== 'toolCall') return;
    this.#calls += 1;
    const name = JSON.stringify(nameOf(opened));
    if (this.#isOlder) {
      if (writing.index === 0) this.#delta(`{"function_call":{"name":${name},"arguments":""}}`);
      return;
    }
    const called = opened.isFree
      ? `"type":"custom","custom":{"name":${name},"input":""}`
      : `"type":"function","function":{"name":${name},"arguments":""}`;
    this.#delta(`{"tool_calls":[{"index":${String(writing.index)},"id":${JSON.stringify(opened.id)},${called}}]}`);
  }

  #text(writing: Writing, text: string): void {
    const { opened } = writing;
    if (opened.part === 'toolCall') this.#callText(writing, opened.isFree, text);
    else if (opened.part === 'text') this.#delta(`{"content":${JSON.stringify(text)}}`);
    else if (opened.part === 'refusal') this.#delta(`{"refusal":${JSON.stringify(text)}}`);
    else {
      const gap = writing.length === 0 && this.#hasReasoned ? reasoningGap : '';
      this.#hasReasoned = true;
      this.#delta(`{"reasoning_content":${JSON.stringify(gap + text)}}`);
    }
    writing.length += text.length;
  }

  #callText({ index }: Writing, isFree: boolean, text: string): void {
    const json = JSON.stringify(text);
    if (!this.#isOlder) {
      const called = isFree ? `"custom":{"input":${json}}` : `"function":{"arguments":${json}}`;
      this.#delta(`{"tool_calls":[{"index":${String(index)},${called}}]}`);
    } else if (index === 0) this.#delta(`{"function_call":{"arguments":${json}}}`);
  }

  #close(at: number, writing: Writing): void {
    this.#writing.delete(at);
    const { opened, length, seal } = writing;
    if (opened.part === 'toolCall' && !opened.isFree && length === 0) this.#unargued.push(writing);
    if (seal === null || !isReasoning(opened)) return;
    this.#delta(`{"reasoning_details":[${detailJson({ isSummary: opened.part === 'summary', length, seal }, this.#details)}]}`);
    this.#details += 1;
  }

  /** @param isLastCut the part that began last was cut. */
  #addArguments(isLastCut: boolean): void {
    for (const writing of this.#unargued) if (!isLastCut || writing !== this.#last) this.#callText(writing, false, '{}');
    this.#unargued = [];
  }
}
