import { argumentsText, isFields, placeOf } from './right-message.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A tool call that has started. */
interface Begun {
  /** The upstream's ID; empty if it has none. */
  readonly id: string;
  name: string;
}

/** Longer names are not compared. */
const nameCharactersMax = 256;

function idOf({ id }: Fields): string {
  return typeof id === 'string' ? id : typeof id === 'number' ? String(id) : '';
}

/** Corrects the deltas of the tool calls in one choice of a stream. */
export class ToolCallDeltas {
  /** Whether, from the last delta on, deltas with the same bytes as before refer to another call. */
  isRenumbered = false;
  /** Whether the meaning of a delta depends on earlier ones. */
  isStateful = false;
  readonly #begun: Begun[] = [];
  readonly #byId = new Map<string, number>();
  /** By the upstream's own index. */
  readonly #byNumber = new Map<number, number>();
  #running = -1;
  readonly #nameNext: () => string;

  /** @param nameNext returns the ID of a new call, used if the upstream sends none. */
  constructor(nameNext: () => string) {
    this.#nameNext = nameNext;
  }

  get count(): number {
    return this.#begun.length;
  }

  /** @returns the same delta if nothing is wrong with it. */
  fix(delta: Fields): Fields {
    const id = idOf(delta);
    const number = placeOf(delta.index);
    const name = nameOf(delta);
    const known = this.#find(number, id, name);
    this.isRenumbered = false;
    this.isStateful = known === null || (number === null && id === '');
    if (known === null) {
      const ownId = this.#nameNext();
      this.#running = this.#begin({ number, id, name });
      return first(delta, this.#running, id === '' ? ownId : id);
    }
    this.#running = known;
    return continued(delta, known, this.#takeName(known, name));
  }

  /**
   * Handles the name in a continued call.
   * @returns whether it is the known one.
   */
  #takeName(place: number, name: string): boolean {
    const begun = this.#begun[place] as Begun;
    if (name === '' || name === begun.name) return true;
    if (begun.name.length < nameCharactersMax) begun.name += name;
    return false;
  }

  /** The call that a delta continues; `null` if it starts one. */
  #find(number: number | null, id: string, name: string): number | null {
    const byId = this.#byId.get(id) ?? null;
    if (number === null) return id === '' ? this.#runningUnlessNamed(name) : byId;
    const place = this.#byNumber.get(number);
    if (place === undefined) return null;
    const { id: own } = this.#begun[place] as Begun;
    return id === '' || own === '' || own === id ? place : byId;
  }

  /** A delta without index and ID continues the current call, unless it names another function. */
  #runningUnlessNamed(name: string): number | null {
    if (this.#running === -1) return null;
    return name !== '' && this.#begun[this.#running]?.name !== '' ? null : this.#running;
  }

  #begin({ number, id, name }: Begun & { readonly number: number | null }): number {
    const place = this.#begun.length;
    this.#begun.push({ id, name: name.slice(0, nameCharactersMax) });
    if (id !== '') this.#byId.set(id, place);
    if (this.#byNumber.has(number ?? place)) this.isRenumbered = true;
    this.#byNumber.set(number ?? place, place);
    return place;
  }
}

function nameOf({ function: called }: Fields): string {
  return isFields(called) && typeof called.name === 'string' ? called.name : '';
}

/** Clients need all identifying fields of a call in its first delta. */
function first(delta: Fields, place: number, id: string): Fields {
  const type = typeof delta.type === 'string' && delta.type !== '' ? delta.type : 'function';
  const isPlaced = delta.index === place && delta.id === id && delta.type === type;
  if (type !== 'function') return isPlaced ? delta : { ...delta, index: place, id, type };
  const called = isFields(delta.function) ? delta.function : {};
  if (isPlaced && typeof called.name === 'string' && typeof called.arguments === 'string') return delta;
  const right = { ...called, name: nameOf(delta), arguments: argumentsText(called.arguments) };
  return { ...delta, index: place, id, type, function: right };
}

function isTypeRight({ type }: Fields): boolean {
  return type === undefined || (typeof type === 'string' && type !== '');
}

function isFunctionRight({ function: called }: Fields, isNameRepeated: boolean): boolean {
  if (!isFields(called)) return called === undefined;
  const isNameRight = called.name === undefined || !isNameRepeated;
  return isNameRight && (called.arguments === undefined || typeof called.arguments === 'string');
}

/** Clients concatenate names, so a repeated name would appear twice. */
function continued(delta: Fields, place: number, isNameRepeated: boolean): Fields {
  const isPlaced = delta.index === place && delta.id === undefined;
  if (isPlaced && isTypeRight(delta) && isFunctionRight(delta, isNameRepeated)) return delta;
  const { id: _id, type, function: called, ...rest } = delta;
  const right = { ...rest, index: place, ...(typeof type === 'string' && type !== '' ? { type } : {}) };
  if (!isFields(called)) return right;
  const { name, arguments: args, ...others } = called;
  const shown = isNameRepeated || typeof name !== 'string' ? {} : { name };
  return { ...right, function: { ...others, ...shown, ...(args === undefined ? {} : { arguments: argumentsText(args) }) } };
}
