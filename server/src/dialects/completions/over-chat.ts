import { BodyScanner, scanLimits } from '../../json/body-scanner.ts';
import { isLeftOut, type ScannedBody } from '../../json/scanned-body.ts';
import { memberEdits, splice } from '../../json/splice.ts';
import type { Relay, StreamRelay, WholeAnswer } from '../dialect.ts';
import { partOf, promptBatches } from './prompt-batches.ts';

/** No client requests longer text. Translating it takes one turn of the event loop. */
const wholeBytesMax = 8 * 1024 * 1024;

/** The limits of a completion request, plus the message that wraps its prompt. */
const chatLimits = {
  depthMax: 4_096,
  namesMax: scanLimits.namesMax + 3,
  membersMax: scanLimits.membersMax,
  valuesMax: scanLimits.valuesMax + 4,
  skeletonBytesMax: scanLimits.skeletonBytesMax + 1_024,
};

/** These fields have no effect, or the endpoint has already refused them. */
const withoutMeaning: ReadonlySet<string> = new Set(['best_of', 'echo', 'logprobs', 'suffix']);

/** The prompt as JSON text, as the client wrote it. For a list with one element, that element. */
function promptText({ bytes, members }: ScannedBody): string {
  const span = members.get('prompt');
  const text = span === undefined ? '""' : bytes.toString('utf8', span.valueStart, span.valueEnd);
  return text.startsWith('[') ? text.slice(text.indexOf('"'), text.lastIndexOf('"') + 1) : text;
}

/** The request as a chat of one message; everything else is unchanged. */
function asChat(body: ScannedBody): ScannedBody {
  const edits = memberEdits([...body.members.values()], ({ name }) =>
    withoutMeaning.has(name) || isLeftOut(body, name) ? null : undefined,
  );
  const prompt = body.members.get('prompt');
  if (prompt !== undefined) {
    const messages = `"messages":[{"role":"user","content":${promptText(body)}}]`;
    edits.push({ start: prompt.nameStart, end: prompt.valueEnd, with: messages });
  }
  edits.sort((one, other) => one.start - other.start || one.end - other.end);
  const scanner = new BodyScanner(chatLimits);
  scanner.push(splice(body.bytes, edits));
  return scanner.finish();
}

interface ChatChoice {
  readonly index: number;
  readonly message?: { readonly content?: unknown } | null;
  readonly delta?: { readonly content?: unknown } | null;
  readonly finish_reason?: string | null;
}

/** A whole answer or one frame of a stream, already checked by the chat relay. */
interface ChatAnswer {
  readonly id?: unknown;
  readonly created?: unknown;
  readonly model: string;
  readonly choices: readonly unknown[];
  readonly usage?: unknown;
}

function isChoice(choice: unknown): choice is ChatChoice {
  return typeof choice === 'object' && choice !== null;
}

function textOf({ message, delta }: ChatChoice): string {
  const content = (message ?? delta)?.content;
  return typeof content === 'string' ? content : '';
}

function asCompletion({ id, created, model, choices, usage }: ChatAnswer): object {
  return {
    id: typeof id === 'string' ? id.replace(/^chatcmpl/, 'cmpl') : '',
    object: 'text_completion',
    created: created ?? 0,
    model,
    choices: choices.filter(isChoice).map((choice) => ({
      index: choice.index,
      text: textOf(choice),
      logprobs: null,
      finish_reason: choice.finish_reason ?? null,
    })),
    ...(usage === undefined ? {} : { usage }),
  };
}

/** Whether a frame belongs to a completion. Frames that only contain a role, reasoning or tool calls have no text. */
function says({ choices, usage }: ChatAnswer): boolean {
  if (choices.length === 0) return usage !== undefined && usage !== null;
  return choices.filter(isChoice).some((choice) => textOf(choice) !== '' || typeof choice.finish_reason === 'string');
}

function translateEvent(event: string): string {
  const data = event.replace(/^data: /, '');
  if (data === '[DONE]') return `${event}\n\n`;
  const answer = JSON.parse(data) as ChatAnswer;
  return says(answer) ? `data: ${JSON.stringify(asCompletion(answer))}\n\n` : '';
}

/**
 * @param bytes whole events from the chat relay.
 * @returns `null` if nothing is left of them.
 */
function translate(bytes: Buffer | null): Buffer | null {
  if (bytes === null) return null;
  const events = bytes.toString().split('\n\n');
  const text = events.map((event) => (event === '' ? '' : translateEvent(event))).join('');
  return text === '' ? null : Buffer.from(text);
}

/** A chat stream in the format of completions. Only the chat relay judges its content. */
class CompletionStreamRelay implements StreamRelay {
  tail: Buffer | null = null;
  readonly #chat: StreamRelay;

  constructor(chat: StreamRelay) {
    this.#chat = chat;
  }

  push(chunk: Buffer): Buffer | null {
    const bytes = translate(this.#chat.push(chunk));
    this.#takeTail();
    return bytes;
  }

  end(): void {
    this.#chat.end();
    this.#takeTail();
  }

  get state() {
    return this.#chat.state;
  }

  get fault() {
    return this.#chat.fault;
  }

  get usage() {
    return this.#chat.usage;
  }

  get text() {
    return this.#chat.text;
  }

  get endedNaturally() {
    return this.#chat.endedNaturally;
  }

  get refusal() {
    return this.#chat.refusal;
  }

  get unknownFinishReason() {
    return this.#chat.unknownFinishReason ?? null;
  }

  get keptBytes() {
    return this.#chat.keptBytes ?? 0;
  }

  /** Adds the end of the stream. If it cannot be translated, the caller gets the error. */
  #takeTail(): void {
    if (this.#chat.state === 'complete') this.tail = translate(this.#chat.tail);
  }
}

function translateWhole(whole: WholeAnswer): WholeAnswer {
  if (!whole.ok) return whole;
  if (whole.body.length > wholeBytesMax) return { ok: false, fault: 'the answer is larger than accepted' };
  const answer = JSON.parse(whole.body.toString()) as ChatAnswer;
  return { ...whole, body: Buffer.from(JSON.stringify(asCompletion(answer))) };
}

/** Serves clients of completions through an upstream with the chat protocol. */
export function overChat(chat: Relay): Relay {
  const { createStreamRelay } = chat;
  return {
    upstreamPath: chat.upstreamPath,
    toUpstream: (body, plan) => chat.toUpstream(asChat(body), plan),
    createStreamRelay: createStreamRelay && ((plan) => new CompletionStreamRelay(createStreamRelay(plan))),
    *readWhole(bytes, plan) {
      return translateWhole(yield* chat.readWhole(bytes, plan));
    },
    readRefusal: (status, bytes) => chat.readRefusal(status, bytes),
    ...(chat.readQuirks && { readQuirks: chat.readQuirks }),
    // Both requests use the same names for everything but the prompt, which loses nothing.
    ...(chat.losses && { losses: chat.losses }),
    batches: {
      ...promptBatches,
      *readPart(bytes, plan, place) {
        const { n } = plan.body.value;
        return partOf(translateWhole(yield* chat.readWhole(bytes, plan)), typeof n === 'number' ? n : 1, place);
      },
    },
  };
}
