import { jsonBytes, jsonList, jsonObject, type Json } from '../../json/compose.ts';
import type { AttemptPlan } from '../dialect.ts';
import { fieldsOf, type Fields } from '../shared/fields-of.ts';
import { objectArguments } from '../shared/hub/object-arguments.ts';
import type { EventConsumer } from './messages-stream-relay.ts';
import { memberOf, type DeltaKind } from './similar-deltas.ts';

/** A block of the message, whose members may grow. */
interface Block {
  readonly members: Record<string, unknown>;
  /** The JSON of its input, as the deltas write it; `null` if there are none. */
  input: string | null;
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function blockJson({ members, input }: Block): Json {
  return jsonObject(
    Object.entries(members).map(([name, value]) => [
      name,
      name === 'input' && input !== null ? objectArguments({ form: 'text', json: input }) : JSON.stringify(value),
    ]),
  );
}

/** Puts the events of a stream together to the message that they describe. Kinds of blocks and deltas that are not known are kept. */
export class MessageCollector implements EventConsumer {
  keptCharacters = 0;
  readonly #plan: AttemptPlan;
  readonly #message: Record<string, unknown> = {};
  readonly #usage: Record<string, unknown> = { input_tokens: 0, output_tokens: 0 };
  readonly #blocks = new Map<number, Block>();

  constructor(plan: AttemptPlan) {
    this.#plan = plan;
  }

  onEvent(event: Fields, characters: number): void {
    this.keptCharacters += characters;
    const { type, index, message, delta, usage, ...others } = event;
    const at = typeof index === 'number' ? index : -1;
    if (type === 'message_start') {
      Object.assign(this.#message, fieldsOf(message));
      this.#addUsage(fieldsOf(this.#message.usage));
    } else if (type === 'content_block_start') {
      this.#blocks.set(at, { members: { ...fieldsOf(event.content_block) }, input: null });
    } else if (type === 'content_block_delta') this.#addDelta(this.#blocks.get(at), fieldsOf(delta));
    else if (type === 'message_delta') {
      Object.assign(this.#message, fieldsOf(delta), others);
      this.#addUsage(fieldsOf(usage));
    }
  }

  onDelta(index: number, kind: DeltaKind, written: string): void {
    const block = this.#blocks.get(index);
    if (block === undefined) return;
    this.keptCharacters += written.length;
    const name = memberOf[kind];
    if (name === 'partial_json') {
      block.members.input ??= {};
      block.input = (block.input ?? '') + written;
    } else block.members[name] = textIn(block.members[name]) + written;
  }

  #addDelta(block: Block | undefined, { type, citation, ...others }: Fields): void {
    if (block === undefined) return;
    const { members } = block;
    if (type === 'citations_delta') {
      if (Array.isArray(members.citations)) members.citations.push(citation);
      else members.citations = [citation];
      return;
    }
    for (const [name, value] of Object.entries(others))
      members[name] = typeof value === 'string' ? textIn(members[name]) + value : value;
  }

  /** Some upstreams repeat at the end as 0 what they reported at the beginning. */
  #addUsage(usage: Fields): void {
    for (const [name, value] of Object.entries(usage))
      if (value !== null && (value !== 0 || this.#usage[name] === undefined)) this.#usage[name] = value;
  }

  whole(): Buffer | null {
    const { content: _, usage: __, model: ___, stop_reason = null, stop_sequence = null, ...others } = this.#message;
    try {
      return jsonBytes(
        jsonObject([
          ...Object.entries({ ...others, stop_reason, stop_sequence }).map(
            ([name, value]) => [name, JSON.stringify(value)] as const,
          ),
          ['model', JSON.stringify(this.#plan.model)],
          ['content', jsonList([...this.#blocks.values()].map(blockJson))],
          ['usage', JSON.stringify(this.#usage)],
        ]),
      );
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return null;
    }
  }
}
