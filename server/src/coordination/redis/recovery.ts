import type { BookedFigures, OpenReservation } from '../../domain/limits/coordination.ts';
import type { Epochs } from './epochs.ts';
import { keys } from './keys.ts';
import { AwayError, DamagedError, type Link } from './link.ts';
import { closeTouched, codes } from './scripts.ts';

interface Touched {
  readonly count: number;
  readonly windows: ReadonlyMap<string, readonly string[]>;
}

/** The windows in which an incarnation may have figures, by account; `undefined` if it is already folded. */
async function touchedBy(link: Link, incarnation: string): Promise<Touched | undefined> {
  const key = keys.touched(incarnation);
  let names: readonly string[];
  try {
    names = (await link.send(key, ['SMEMBERS', key])) as readonly string[];
  } catch (error) {
    // Checked afterwards: another process may close it at any moment.
    if (error instanceof DamagedError && (await link.send(key, ['TYPE', key])) === 'string') return undefined;
    throw error;
  }
  const windows = new Map<string, string[]>();
  for (const name of names) {
    const [account = '', window = ''] = name.split(' ');
    const known = windows.get(account) ?? [];
    known.push(window);
    windows.set(account, known);
  }
  return { count: names.length, windows };
}

/** Parses the server's entry of a call; see `entryOf`. */
function reservationOf(callId: string, entry: string): OpenReservation {
  const [incarnation = '', amount = '0', accountId = '', , , , windows = '', keyId = ''] = entry.split('|');
  return { incarnation, callId, accountId, keyId, amount: BigInt(amount), windows: windows.split(',') };
}

/** The calls that an incarnation has left open. */
export async function openCallsOf(link: Link, incarnation: string): Promise<readonly OpenReservation[]> {
  const touched = await touchedBy(link, incarnation);
  const found: OpenReservation[] = [];
  for (const accountId of touched?.windows.keys() ?? []) {
    const flat = (await link.send(keys.open(accountId), ['HGETALL', keys.open(accountId)])) as readonly string[];
    for (let at = 0; at < flat.length; at += 2) {
      const reservation = reservationOf(flat[at] ?? '', flat[at + 1] ?? '');
      if (reservation.incarnation === incarnation) found.push(reservation);
    }
  }
  return found;
}

/** Number of accounts folded at once. */
const atOnce = 16;

class Folding {
  readonly #epochs: Epochs;
  readonly #incarnation: string;
  readonly #booked: BookedFigures;
  /** Number of folded windows, by account. */
  readonly #done = new Map<string, number>();

  constructor(epochs: Epochs, incarnation: string, booked: BookedFigures) {
    this.#epochs = epochs;
    this.#incarnation = incarnation;
    this.#booked = booked;
  }

  async fold(windows: Touched['windows']): Promise<void> {
    const all = [...windows].filter(([accountId, names]) => this.#done.get(accountId) !== names.length);
    for (let from = 0; from < all.length; from += atOnce) {
      await Promise.all(all.slice(from, from + atOnce).map(([accountId, names]) => this.#foldAccount(accountId, names)));
    }
  }

  async #foldAccount(accountId: string, windows: readonly string[]): Promise<void> {
    const figures: string[] = [];
    for (const window of windows) figures.push(window, String(await this.#booked.used(window, accountId)));
    const reply = (await this.#epochs.run(
      'fold',
      [keys.account(accountId), keys.open(accountId)],
      [this.#incarnation, accountId, String(windows.length), ...figures],
    )) as readonly number[];
    if (reply[0] === codes.epoch) {
      await this.#epochs.renew(this.#epochs.current);
      throw new AwayError('the state was lost meanwhile');
    }
    this.#done.set(accountId, windows.length);
  }
}

/** Windows that the incarnation reported, and windows it booked without a report: it may have lost its Redis connection when it died. */
function together(told: Touched['windows'], booked: Touched['windows']): Touched['windows'] {
  const all = new Map(told);
  for (const [accountId, names] of booked) all.set(accountId, [...new Set([...(all.get(accountId) ?? []), ...names])]);
  return all;
}

/** See `FleetCoordination.foldIncarnation`. */
export async function foldIncarnation(link: Link, epochs: Epochs, incarnation: string, booked: BookedFigures): Promise<void> {
  const folding = new Folding(epochs, incarnation, booked);
  const bookedWindows = await booked.windows();
  for (;;) {
    const touched = await touchedBy(link, incarnation);
    if (touched === undefined) break;
    await folding.fold(together(touched.windows, bookedWindows));
    const key = keys.touched(incarnation);
    if ((await link.send(key, ['EVAL', closeTouched, '1', key, String(touched.count)])) === 1) break;
  }
  await link.send(keys.ready(epochs.current), ['SREM', keys.ready(epochs.current), incarnation]);
}
