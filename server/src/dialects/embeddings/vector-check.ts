import { findMembers } from '../../json/members.ts';
import type { ItemTaker, ListedItem } from '../../json/read-listed.ts';
import { memberEdits, type Edit } from '../../json/splice.ts';
import { vectorAsBase64, vectorAsNumbers, vectorLength } from './vector.ts';

/** What the answer must contain. */
export interface Wanted {
  readonly inputs: number;
  readonly form: 'float' | 'base64';
  /** The length of each vector; `null` if any length is acceptable. */
  readonly dimensions: number | null;
  /** Index of the first input, if the answer is one of several to be merged. */
  readonly firstIndex: number;
}

/** Byte range of an input's vector in the document. */
export interface VectorPlace {
  readonly start: number;
  readonly end: number;
}

/** Checks the embeddings of one answer while they arrive, and records the edits for the client. */
export class VectorCheck implements ItemTaker {
  readonly checked = 'embedding';
  /** Positions are byte offsets in the document. */
  readonly edits: Edit[] = [];
  /** Indexed by input. */
  readonly places: VectorPlace[] = [];
  /** Whether the vectors arrive in the order of the inputs. */
  isInOrder = true;
  /** The first fault; everything after it is ignored. */
  fault: string | null = null;
  readonly #wanted: Wanted;
  readonly #seen = new Set<number>();
  #dimensions: number | null;
  #position = 0;

  constructor(wanted: Wanted) {
    this.#wanted = wanted;
    this.#dimensions = wanted.dimensions;
  }

  /** Returns `false` if reading can stop. */
  take(item: ListedItem): boolean {
    this.fault = this.#faultOf(item);
    this.#position += 1;
    return this.fault === null;
  }

  /** The length of each vector; 0 before the first one. */
  get dimensions(): number {
    return this.#dimensions ?? 0;
  }

  /** Whether vectors are missing, once the answer has ended. */
  get lacksSome(): boolean {
    return this.#seen.size < this.#wanted.inputs;
  }

  #faultOf(item: ListedItem): string | null {
    if (this.#position >= this.#wanted.inputs) return 'the answer has more embeddings than there are inputs';
    // Some upstreams omit an index of 0.
    const index = item.value.index ?? this.#position;
    if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index >= this.#wanted.inputs)
      return 'an embedding of the answer belongs to no input';
    if (this.#seen.has(index)) return 'two embeddings of the answer belong to the same input';
    this.#seen.add(index);
    this.places[index] = { start: item.start, end: item.end };
    this.isInOrder &&= index === this.#position;
    const { embedding } = item.value;
    const length = vectorLength(embedding);
    if (length === 0) return 'an embedding of the answer is no list of finite numbers';
    this.#dimensions ??= length;
    if (length !== this.#dimensions) return 'the embeddings of the answer do not have the length they should';
    this.#note(item, index + this.#wanted.firstIndex, this.#inForm(embedding as string | readonly number[]));
    return null;
  }

  /** The embedding in the client's format; `null` if it already has it. */
  #inForm(embedding: string | readonly number[]): string | null {
    if ((typeof embedding === 'string') === (this.#wanted.form === 'base64')) return null;
    return typeof embedding === 'string' ? vectorAsNumbers(embedding) : `"${vectorAsBase64(embedding)}"`;
  }

  #note({ value, text, start }: ListedItem, index: number, embedding: string | null): void {
    const lacksIndex = value.index !== index;
    if (embedding === null && !lacksIndex) return;
    if (value.index === undefined) this.edits.push({ start: start + 1, end: start + 1, with: `"index":${String(index)},` });
    const changed = memberEdits(findMembers(text), ({ name }) => {
      if (name === 'index') return lacksIndex ? String(index) : undefined;
      return name === 'embedding' ? (embedding ?? undefined) : undefined;
    });
    for (const edit of changed) this.edits.push({ start: start + edit.start, end: start + edit.end, with: edit.with });
  }
}
