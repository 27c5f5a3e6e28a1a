import type { AttemptPlan } from '../../dialect.ts';
import { CallIds } from '../../shared/hub/call-ids.ts';
import { flatToolsOf, type FlatTools } from '../../shared/hub/flat-tools.ts';
import { freeTextOf } from '../../shared/hub/free-arguments.ts';
import type { StreamReader } from '../../shared/hub/halves.ts';
import type { HubEvent } from '../../shared/hub/hub-event.ts';
import type { HubRequest } from '../../shared/hub/hub-request.ts';
import { RelayedReader } from '../../shared/hub/relayed-reader.ts';
import { wrapSeal } from '../../shared/hub/seal.ts';
import { finishOf } from '../finish-of.ts';
import type { Frame } from '../frame-editor.ts';
import { argumentsText, isFields } from '../right-message.ts';
import type { WrittenKind } from '../similar-frames.ts';
import { ChatStreamRelay, type FrameConsumer } from '../stream-relay.ts';

type Fields = Readonly<Record<string, unknown>>;
type Emit = (event: HubEvent) => void;

/** A part of the answer that is not a tool call. At most one is open. */
type Prose = 'text' | 'reasoning' | 'refusal';

/** A tool call, known by the index of its deltas. */
interface Call {
  /** `null` until its name is known. */
  at: number | null;
  readonly id: string;
  isFree: boolean;
  /** Arguments that cannot be emitted yet. */
  held: string;
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** What vendors call the model's thoughts. */
export function reasoningIn(message: Fields): string {
  return textIn(message.reasoning_content) || textIn(message.reasoning);
}

/** Emits the parts of one choice. Chat upstreams have one unless a client asks for more, which the hub does not do. */
class AnswerEvents implements FrameConsumer {
  finishReason: string | null = null;
  readonly #emit: Emit;
  readonly #tools: FlatTools;
  readonly #ids: CallIds;
  readonly #seal: string;
  readonly #calls = new Map<number, Call>();
  #open: { readonly at: number; readonly part: Prose } | null = null;
  #parts = 0;
  heldCharacters = 0;

  constructor(plan: AttemptPlan, request: HubRequest, emit: Emit) {
    this.#emit = emit;
    this.#tools = flatToolsOf(request);
    this.#ids = new CallIds(plan, request);
    const { provider, upstreamModel } = plan;
    this.#seal = wrapSeal({ dialect: 'chat-completions', provider, upstreamModel }, '');
  }

  get hasCalls(): boolean {
    return this.#calls.size > 0;
  }

  onChoices(choices: readonly Frame[]): void {
    for (const choice of choices) if ((choice.index ?? 0) === 0) this.#read(choice);
  }

  onAlike(
    choice: number,
    { kind, written, delta }: { readonly kind: WrittenKind; readonly written: string; readonly delta: unknown },
  ): void {
    if (choice !== 0 || written === '') return;
    if (kind === 'arguments') this.#readCalls((delta as Fields).tool_calls, written);
    else this.#say(kind === 'content' ? 'text' : 'reasoning', written);
  }

  #read({ delta, finish_reason: reason }: Frame): void {
    if (isFields(delta)) {
      this.#say('reasoning', reasoningIn(delta));
      this.#say('text', textIn(delta.content));
      this.#say('refusal', textIn(delta.refusal));
      this.#readCalls(delta.tool_calls);
      if (isFields(delta.function_call)) this.#readCall({ index: 0, function: delta.function_call });
    }
    if (typeof reason === 'string' && reason !== '') this.finishReason = reason;
  }

  #say(part: Prose, text: string): void {
    if (text === '') return;
    if (this.#open?.part !== part) {
      this.#closeProse();
      this.#open = { at: this.#parts++, part };
      this.#emit({ kind: 'open', ...this.#open });
    }
    this.#emit({ kind: 'text', at: this.#open.at, text });
  }

  #closeProse(): void {
    if (this.#open === null) return;
    const { at, part } = this.#open;
    this.#open = null;
    if (part === 'reasoning') this.#emit({ kind: 'seal', at, seal: this.#seal });
    this.#emit({ kind: 'close', at });
  }

  /** @param written replaces the arguments of the first one. */
  #readCalls(deltas: unknown, written?: string): void {
    if (!Array.isArray(deltas)) return;
    for (const [position, delta] of deltas.entries())
      if (isFields(delta)) this.#readCall(delta, position === 0 ? written : undefined);
  }

  #readCall(delta: Fields, written?: string): void {
    const called = isFields(delta.function) ? delta.function : {};
    const index = typeof delta.index === 'number' ? delta.index : 0;
    let call = this.#calls.get(index);
    if (call === undefined) {
      call = { at: null, id: this.#ids.take(textIn(delta.id)), isFree: false, held: '' };
      this.#calls.set(index, call);
    }
    const name = textIn(called.name);
    if (call.at === null && name !== '') this.#begin(call, name);
    this.#addArguments(call, written ?? argumentsText(called.arguments));
  }

  #begin(call: Call, flat: string): void {
    this.#closeProse();
    const { name, namespace, isFree } = this.#tools.toolOf(flat);
    call.at = this.#parts++;
    call.isFree = isFree;
    this.#emit({ kind: 'open', at: call.at, part: 'toolCall', id: call.id, name, namespace, isFree });
  }

  #addArguments(call: Call, text: string): void {
    if (text === '') return;
    if (call.at === null || call.isFree) {
      call.held += text;
      this.heldCharacters += text.length;
      return;
    }
    this.#emit({ kind: 'text', at: call.at, text: call.held + text });
    this.heldCharacters -= call.held.length;
    call.held = '';
  }

  /** The upstream has finished the answer. */
  finish(): void {
    this.#closeProse();
    for (const call of this.#calls.values()) {
      // A call without a name is not one.
      if (call.at === null) continue;
      const text = call.isFree ? freeTextOf(call.held) : call.held;
      if (text !== '') this.#emit({ kind: 'text', at: call.at, text });
      this.#emit({ kind: 'close', at: call.at });
    }
    this.#emit({ kind: 'finish', reason: finishOf(this.finishReason, this.hasCalls), stopSequence: null });
  }
}

/** Reads a chat stream as events. */
export function readChatStream(plan: AttemptPlan, request: HubRequest, emit: Emit): StreamReader {
  const events = new AnswerEvents(plan, request, emit);
  return new RelayedReader(new ChatStreamRelay(plan, events), events);
}
