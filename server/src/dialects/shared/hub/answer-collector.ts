import type { Usage } from '@tollgate/contract/usage';
import type { AttemptPlan } from '../../dialect.ts';
import type { ClientHalf, StreamWriter } from './halves.ts';
import type { HubAnswer, HubEvent, OpenedPart } from './hub-event.ts';
import type { HubPart, HubRequest } from './hub-request.ts';

/** What a part takes besides its text, and how many parts need not be counted. */
const partBytes = 256;
const partsMin = 64;

/** A part of an answer whose end has not arrived. */
interface Growing {
  readonly opened: OpenedPart;
  text: string;
  seal: string | null;
}

function partOf({ opened, text, seal }: Growing): HubPart {
  switch (opened.part) {
    case 'text':
    case 'refusal':
      return { kind: opened.part, text };
    case 'reasoning':
    case 'summary':
      return { kind: 'reasoning', text: text === '' ? null : text, isSummary: opened.part === 'summary', seal };
    case 'toolCall': {
      const { id, name, namespace, isFree } = opened;
      const args = isFree ? ({ form: 'free', text } as const) : ({ form: 'text', json: text } as const);
      return { kind: 'toolCall', id, name, namespace, args };
    }
  }
}

/** "Writes" a stream as the whole answer that its client requested: nothing before its end, then everything. */
export class AnswerCollector implements StreamWriter {
  keptBytes = 0;
  readonly #client: ClientHalf;
  readonly #plan: AttemptPlan;
  readonly #request: HubRequest;
  readonly #parts = new Map<number, Growing>();
  #finish: Omit<HubAnswer, 'parts'> = { finish: 'stop', stopSequence: null };

  constructor(client: ClientHalf, plan: AttemptPlan, request: HubRequest) {
    this.#client = client;
    this.#plan = plan;
    this.#request = request;
  }

  write(event: HubEvent): void {
    if (event.kind === 'finish') this.#finish = { finish: event.reason, stopSequence: event.stopSequence };
    else if (event.kind === 'open') {
      this.#parts.set(event.at, { opened: event, text: '', seal: null });
      if (this.#parts.size > partsMin) this.keptBytes += partBytes;
    } else if (event.kind !== 'close') this.#add(event);
  }

  #add(event: Extract<HubEvent, { kind: 'text' | 'seal' }>): void {
    const part = this.#parts.get(event.at);
    if (part === undefined) return;
    if (event.kind === 'text') {
      part.text += event.text;
      this.keptBytes += event.text.length;
    } else {
      part.seal = event.seal;
      this.keptBytes += event.seal.length;
    }
  }

  take(): null {
    return null;
  }

  tail(usage: Usage): Buffer {
    const parts = [...this.#parts.values()].map(partOf);
    return this.#client.whole({ parts, ...this.#finish }, usage, this.#plan, this.#request);
  }

  /** Never sent: a client that has received nothing gets an error with its status. */
  errorTail(): Buffer {
    return Buffer.alloc(0);
  }
}
