import type { AttemptPlan } from '../../dialect.ts';
import { fieldsOf, type Fields } from '../../shared/fields-of.ts';
import { CallIds } from '../../shared/hub/call-ids.ts';
import { flatToolsOf } from '../../shared/hub/flat-tools.ts';
import { freeTextOf } from '../../shared/hub/free-arguments.ts';
import type { StreamReader } from '../../shared/hub/halves.ts';
import type { HubEvent } from '../../shared/hub/hub-event.ts';
import type { HubRequest } from '../../shared/hub/hub-request.ts';
import { RelayedReader } from '../../shared/hub/relayed-reader.ts';
import { wrapSeal } from '../../shared/hub/seal.ts';
import { MessagesStreamRelay, type EventConsumer } from '../messages-stream-relay.ts';
import type { DeltaKind } from '../similar-deltas.ts';
import { finishOfStop } from '../stop-reason.ts';
import { redactedMark } from '../with-own-seals.ts';

type Emit = (event: HubEvent) => void;

/** A block that the client receives. */
interface OpenBlock {
  readonly kind: 'text' | 'reasoning' | 'toolCall';
  /** `null` until there is something to say. */
  at: number | null;
  readonly isFree: boolean;
  /** Arguments of a custom tool, which are a text only once they are complete. */
  held: string;
  /** Arguments that came with the beginning of the block. */
  readonly input: unknown;
  seal: string;
}

const deltaOf: Readonly<Record<OpenBlock['kind'], DeltaKind>> = {
  text: 'text_delta',
  reasoning: 'thinking_delta',
  toolCall: 'input_json_delta',
};

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The arguments that a block has from its beginning; empty if they follow as deltas. */
function argumentsIn(input: unknown): string {
  const fields = fieldsOf(input);
  if (Object.keys(fields).length === 0) return '';
  try {
    return JSON.stringify(fields);
  } catch {
    return '';
  }
}

/** Emits the blocks of an answer as parts. Blocks of the vendor's own tools are left out. */
class BlockEvents implements EventConsumer {
  heldCharacters = 0;
  readonly #plan: AttemptPlan;
  readonly #request: HubRequest;
  readonly #emit: Emit;
  readonly #ids: CallIds;
  readonly #blocks = new Map<number, OpenBlock>();
  #parts = 0;
  #hasCalls = false;
  #stopReason = 'end_turn';
  #stopSequence: string | null = null;

  constructor(plan: AttemptPlan, request: HubRequest, emit: Emit) {
    this.#plan = plan;
    this.#request = request;
    this.#emit = emit;
    this.#ids = new CallIds(plan, request);
  }

  onDelta(index: number, kind: DeltaKind, written: string): void {
    const block = this.#blocks.get(index);
    if (block === undefined || written === '' || deltaOf[block.kind] !== kind) return;
    if (block.isFree) {
      block.held += written;
      this.heldCharacters += written.length;
    } else this.#emit({ kind: 'text', at: this.#placeOf(block), text: written });
    if (block.kind === 'toolCall') this.#wrote.add(block);
  }

  readonly #wrote = new WeakSet<OpenBlock>();

  onEvent(event: Fields): void {
    const { type, index } = event;
    const at = typeof index === 'number' ? index : -1;
    if (type === 'content_block_start') this.#start(at, fieldsOf(event.content_block));
    else if (type === 'content_block_stop') this.#close(at);
    else if (type === 'content_block_delta') this.#addSeal(at, fieldsOf(event.delta));
    else if (type === 'message_delta') this.#takeEnd(fieldsOf(event.delta));
  }

  #start(index: number, block: Fields): void {
    this.#close(index);
    const { type } = block;
    if (type === 'text') this.#open(index, 'text', textIn(block.text));
    else if (type === 'thinking') this.#open(index, 'reasoning', textIn(block.thinking)).seal = textIn(block.signature);
    else if (type === 'redacted_thinking') this.#open(index, 'reasoning', '').seal = redactedMark + textIn(block.data);
    else if (type === 'tool_use') this.#startCall(index, block);
  }

  #open(index: number, kind: 'text' | 'reasoning', text: string): OpenBlock {
    const block: OpenBlock = { kind, at: null, isFree: false, held: '', input: null, seal: '' };
    this.#blocks.set(index, block);
    if (text !== '') this.#emit({ kind: 'text', at: this.#placeOf(block), text });
    return block;
  }

  #startCall(index: number, block: Fields): void {
    const flat = textIn(block.name);
    // A call without a name is not one.
    if (flat === '') return;
    const { name, namespace, isFree } = flatToolsOf(this.#request).toolOf(flat);
    const at = this.#parts++;
    this.#hasCalls = true;
    this.#blocks.set(index, { kind: 'toolCall', at, isFree, held: '', input: block.input, seal: '' });
    this.#emit({ kind: 'open', at, part: 'toolCall', id: this.#ids.take(textIn(block.id)), name, namespace, isFree });
  }

  /** Opens the part when there is something to say: parts are never empty. */
  #placeOf(block: OpenBlock): number {
    if (block.at === null) {
      block.at = this.#parts++;
      this.#emit({ kind: 'open', at: block.at, part: block.kind === 'text' ? 'text' : 'reasoning' });
    }
    return block.at;
  }

  #addSeal(index: number, { type, signature }: Fields): void {
    const block = this.#blocks.get(index);
    if (block?.kind === 'reasoning' && type === 'signature_delta') block.seal += textIn(signature);
  }

  #close(index: number): void {
    const block = this.#blocks.get(index);
    if (block === undefined) return;
    this.#blocks.delete(index);
    if (block.kind === 'toolCall') this.#endCall(block);
    // Thinking without a signature has an empty seal, with which it returns to this model.
    if (block.kind === 'reasoning' && (block.seal !== '' || block.at !== null)) {
      const { provider, upstreamModel } = this.#plan;
      const seal = wrapSeal({ dialect: 'messages', provider, upstreamModel }, block.seal);
      this.#emit({ kind: 'seal', at: this.#placeOf(block), seal });
    }
    if (block.at !== null) this.#emit({ kind: 'close', at: block.at });
  }

  #endCall(block: OpenBlock): void {
    const written = this.#wrote.has(block) ? block.held : argumentsIn(block.input);
    this.heldCharacters -= block.held.length;
    const text = block.isFree ? freeTextOf(written) : written;
    if (text !== '' && block.at !== null) this.#emit({ kind: 'text', at: block.at, text });
  }

  #takeEnd({ stop_reason: reason, stop_sequence: sequence }: Fields): void {
    if (typeof reason === 'string' && reason !== '') this.#stopReason = reason;
    if (typeof sequence === 'string') this.#stopSequence = sequence;
  }

  /** The upstream has finished the answer. */
  finish(): void {
    for (const index of [...this.#blocks.keys()]) this.#close(index);
    const reason = finishOfStop(this.#stopReason, this.#hasCalls);
    const stopSequence = this.#stopReason === 'stop_sequence' ? this.#stopSequence : null;
    this.#emit({ kind: 'finish', reason, stopSequence });
  }
}

/** Reads a Messages stream as events. */
export function readMessagesStream(plan: AttemptPlan, request: HubRequest, emit: Emit): StreamReader {
  const events = new BlockEvents(plan, request, emit);
  return new RelayedReader(new MessagesStreamRelay(plan, events), events);
}
