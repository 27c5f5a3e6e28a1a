import { admit } from './admit-lua.ts';
import { announcing, arithmetic, births, entries, rings, slots, times } from './lua-shared.ts';
import { figures, free, freeSlots, levels, revise, running, settle } from './settle-lua.ts';
import { fold, found, publish } from './tell-lua.ts';

/**
 * The decisions, in the server's Lua. Redis runs one script at a time, so each is one atomic step.
 *
 * Amounts are decimal strings: `HINCRBY` adds them exactly in 64 bits, while Lua's own numbers are exact to 2^53 only,
 * which is 9 million CNY. Lua only compares them, split into whole CNY and the nano remainder.
 */

/** First number of every answer. */
export const codes = {
  done: 1,
  nothing: 0,
  /** The account, or a window of it, has no figures in this epoch yet. */
  unknown: -1,
  /** The state of this epoch is gone: a later one has begun. */
  epoch: -2,
  /** The account does not know this generation of the node's figures: they must be told anew. */
  untold: -3,
  /** This incarnation was declared dead. */
  dead: -4,
  stale: -5,
  /** The members or figures were read too early: read them again. */
  again: -6,
  /** A live node that may have figures here has not told them: it must be asked. */
  missing: -8,
  /** The call id is open already. */
  twice: -7,
  rate: 2,
  tokens: 3,
  concurrency: 4,
  spent: 5,
  reserved: 6,
  held: 7,
} as const;

export type Code = keyof typeof codes;

const parts: Readonly<Record<ScriptName, readonly string[]>> = {
  admit: [arithmetic, births, times, rings, admit],
  freeSlots: [slots, freeSlots],
  settle: [arithmetic, announcing, times, slots, settle],
  free: [times, rings, free],
  revise: [revise],
  levels: [arithmetic, births, announcing, levels],
  figures: [births, figures],
  running: [running],
  publish: [arithmetic, births, slots, entries, publish],
  found: [arithmetic, births, slots, entries, found],
  fold: [arithmetic, births, slots, entries, fold],
};

export type ScriptName =
  'admit' | 'freeSlots' | 'settle' | 'free' | 'revise' | 'levels' | 'figures' | 'running' | 'publish' | 'found' | 'fold';

export const scriptNames = Object.keys(parts) as readonly ScriptName[];

/**
 * A script of one epoch. The epoch is part of the text, so it is part of the script's name: a server that this epoch did
 * not begin on does not know it, and says so instead of deciding on state that may have gaps.
 */
export function scriptText(name: ScriptName, epoch: string): string {
  const lua = parts[name].join('').replaceAll(/\$([a-z]+)/g, (_all, code: Code) => String(codes[code]));
  return `local E = '${epoch}'\n${lua}`;
}
