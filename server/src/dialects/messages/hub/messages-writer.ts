import type { ApiError } from '@tollgate/contract/errors';
import { noUsage, type Usage } from '@tollgate/contract/usage';
import type { AttemptPlan } from '../../dialect.ts';
import { isCut } from '../../shared/hub/cut-call.ts';
import type { StreamWriter } from '../../shared/hub/halves.ts';
import type { Finish, HubEvent } from '../../shared/hub/hub-event.ts';
import { messagesErrorEvent } from '../messages-client-side.ts';
import { messagesUsage } from './shown-usage.ts';

type Opened = Extract<HubEvent, { kind: 'open' }>;

/** A part that waits until the one before it is closed: blocks are written one after the other. */
interface Waiting {
  readonly opened: Opened;
  readonly events: HubEvent[];
}

const stopReasons: Readonly<Record<Finish, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tools: 'tool_use',
  refused: 'refusal',
  pause: 'pause_turn',
};

/** The reason in this protocol. */
export function stopReasonOf(reason: Finish, stopSequence: string | null): string {
  return stopSequence === null ? stopReasons[reason] : 'stop_sequence';
}

/** The ID of an answer. */
export function messageId({ callId }: Pick<AttemptPlan, 'callId'>): string {
  return `msg_${callId.replaceAll('-', '')}`;
}

function eventOf(type: string, members: string): string {
  return `event: ${type}\ndata: {"type":"${type}"${members}}\n\n`;
}

/** Writes an answer as the events of this protocol. */
export class MessagesWriter implements StreamWriter {
  readonly #plan: AttemptPlan;
  #out = '';
  #hasBegun = false;
  #blocks = 0;
  #open: Opened | null = null;
  #hasWritten = false;
  /** The open block is a call without arguments that has ended: only what follows says whether it was cut. */
  #hasEnded = false;
  #hasRefusal = false;
  /** By number of the part. */
  readonly #waiting = new Map<number, Waiting>();
  /** The same in the order in which they opened. */
  #queue: Waiting[] = [];
  #next = 0;
  keptBytes = 0;
  #finish: Extract<HubEvent, { kind: 'finish' }> = { kind: 'finish', reason: 'stop', stopSequence: null };

  constructor(plan: AttemptPlan) {
    this.#plan = plan;
  }

  write(event: HubEvent): void {
    this.#begin();
    if (event.kind === 'finish') {
      this.#finish = event;
      return;
    }
    if (event.kind === 'open') {
      if (event.part === 'refusal') this.#hasRefusal = true;
      if (this.#hasEnded) this.#close();
      if (this.#open === null) this.#start(event);
      else this.#enqueue({ opened: event, events: [] });
    } else if (event.at === this.#open?.at) {
      this.#writeOpen(event);
      this.#writeWaiting();
    } else this.#keep(event);
  }

  #enqueue(waiting: Waiting): void {
    this.#waiting.set(waiting.opened.at, waiting);
    this.#queue.push(waiting);
  }

  #dequeue(): Waiting | undefined {
    const next = this.#queue[this.#next];
    this.#next += 1;
    if (next !== undefined) this.#waiting.delete(next.opened.at);
    else [this.#queue, this.#next] = [[], 0];
    return next;
  }

  #keep(event: Exclude<HubEvent, { kind: 'open' | 'finish' }>): void {
    const waiting = this.#waiting.get(event.at);
    if (waiting === undefined) return;
    waiting.events.push(event);
    this.keptBytes += bytesOf(event);
  }

  take(): Buffer | null {
    if (this.#out === '') return null;
    const bytes = Buffer.from(this.#out);
    this.#out = '';
    return bytes;
  }

  tail(usage: Usage): Buffer {
    this.#begin();
    const { reason, stopSequence } = this.#finish;
    while (this.#open !== null) {
      // Clients take a call without arguments for one that needs none. Of one that was cut, the arguments begin and do not end.
      const isLast = this.#queue.length === this.#next;
      if (isLast && this.#isEmptyCall() && isCut({ finish: reason, hasRefusal: this.#hasRefusal }))
        this.#delta(textDelta(this.#open, '{'));
      this.#close();
      this.#writeWaiting();
    }
    const delta = { stop_reason: stopReasonOf(reason, stopSequence), stop_sequence: stopSequence };
    this.#out += eventOf('message_delta', `,"delta":${JSON.stringify(delta)},"usage":${JSON.stringify(messagesUsage(usage))}`);
    this.#out += eventOf('message_stop', '');
    return Buffer.from(this.#out);
  }

  errorTail(error: ApiError): Buffer {
    return messagesErrorEvent(error, this.#plan.callId);
  }

  #begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    const message = {
      id: messageId(this.#plan),
      type: 'message',
      role: 'assistant',
      model: this.#plan.model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      // The counts are known at the end. Older official clients take the input from here, so it is estimated.
      usage: messagesUsage({ ...noUsage, inputTokens: this.#plan.inputTokens }),
    };
    this.#out += eventOf('message_start', `,"message":${JSON.stringify(message)}`);
  }

  #start(opened: Opened): void {
    this.#open = opened;
    this.#hasWritten = false;
    this.#out += eventOf('content_block_start', `,"index":${String(this.#blocks)},"content_block":${blockOf(opened)}`);
  }

  #writeOpen(event: HubEvent): void {
    if (event.kind === 'close') this.#end();
    else if (event.kind === 'text') this.#delta(textDelta(this.#open as Opened, event.text));
    else if (event.kind === 'seal') this.#delta(`{"type":"signature_delta","signature":${JSON.stringify(event.seal)}}`);
  }

  #isEmptyCall(): boolean {
    return this.#open?.part === 'toolCall' && !this.#hasWritten;
  }

  #end(): void {
    if (this.#isEmptyCall() && this.#queue.length === this.#next) this.#hasEnded = true;
    else this.#close();
  }

  #delta(json: string): void {
    this.#hasWritten = true;
    this.#out += eventOf('content_block_delta', `,"index":${String(this.#blocks)},"delta":${json}`);
  }

  #close(): void {
    this.#out += eventOf('content_block_stop', `,"index":${String(this.#blocks)}`);
    this.#blocks += 1;
    this.#open = null;
    this.#hasEnded = false;
  }

  /** Writes the parts that waited, as far as they are known, until one of them is open. */
  #writeWaiting(): void {
    while (this.#open === null) {
      const next = this.#dequeue();
      if (next === undefined) return;
      this.#start(next.opened);
      for (const event of next.events) {
        this.keptBytes -= bytesOf(event);
        this.#writeOpen(event);
      }
    }
  }
}

/** About the memory that an event occupies while it waits. */
function bytesOf(event: HubEvent): number {
  if (event.kind === 'text') return 64 + 2 * event.text.length;
  return event.kind === 'seal' ? 64 + event.seal.length : 64;
}

function blockOf(opened: Opened): string {
  if (opened.part === 'toolCall') return JSON.stringify({ type: 'tool_use', id: opened.id, name: opened.name, input: {} });
  const isThinking = opened.part === 'reasoning' || opened.part === 'summary';
  return isThinking ? '{"type":"thinking","thinking":"","signature":""}' : '{"type":"text","text":""}';
}

function textDelta({ part }: Opened, text: string): string {
  const json = JSON.stringify(text);
  if (part === 'toolCall') return `{"type":"input_json_delta","partial_json":${json}}`;
  if (part === 'reasoning' || part === 'summary') return `{"type":"thinking_delta","thinking":${json}}`;
  return `{"type":"text_delta","text":${json}}`;
}
