import { capLevels } from '@tollgate/contract/tenants/cap-levels';
import { luaSource } from './lua-source.ts';

/**
 * The decisions, in the server's Lua. Redis runs one script at a time, so each script is one atomic step.
 *
 * Their files are in `lua/`, shared functions in `lua/shared/`. A script consists of its shared functions followed by its own file. Three
 * names are defined here: `E` is the epoch, `CODE.name` the number in {@link codes}, and `LEVELS` the levels of a cap.
 *
 * Amounts are decimal strings. `HINCRBY` adds them exactly in 64 bits, while Lua numbers are exact only to 2^53, which is 9 million CNY.
 * Lua only compares amounts, split into whole CNY and the nano remainder.
 */

/** First number of every response. */
export const codes = {
  done: 1,
  nothing: 0,
  /** The account, or a window of it, has no figures in this epoch yet. */
  unknown: -1,
  /** The state of this epoch is lost: a later epoch has begun. */
  epoch: -2,
  /** The account does not know this generation of the node's figures, which must be reported again. */
  untold: -3,
  /** This incarnation was declared dead. */
  dead: -4,
  stale: -5,
  /** The members or figures were read too early and must be read again. */
  again: -6,
  /** A live node that may have figures here has not reported them and must be asked. */
  missing: -8,
  /** A call with this ID is already open. */
  twice: -7,
  rate: 2,
  tokens: 3,
  concurrency: 4,
  spent: 5,
  reserved: 6,
  held: 7,
} as const;

export type Code = keyof typeof codes;

/** The files of each script. */
const files: Readonly<Record<ScriptName, readonly string[]>> = {
  admit: ['shared/arithmetic', 'shared/births', 'shared/times', 'shared/rings', 'admit'],
  freeSlots: ['shared/slots', 'free-slots'],
  settle: ['shared/arithmetic', 'shared/announcing', 'shared/times', 'shared/slots', 'settle'],
  free: ['shared/times', 'shared/rings', 'free'],
  revise: ['revise'],
  levels: ['shared/arithmetic', 'shared/births', 'shared/announcing', 'levels'],
  figures: ['shared/births', 'figures'],
  running: ['running'],
  publish: ['shared/arithmetic', 'shared/births', 'shared/slots', 'shared/entries', 'publish'],
  found: ['shared/arithmetic', 'shared/births', 'shared/slots', 'shared/entries', 'found'],
  fold: ['shared/arithmetic', 'shared/births', 'shared/slots', 'shared/entries', 'fold'],
  adopt: ['shared/arithmetic', 'shared/slots', 'shared/entries', 'adopt'],
};

export type ScriptName =
  | 'admit'
  | 'freeSlots'
  | 'settle'
  | 'free'
  | 'revise'
  | 'levels'
  | 'figures'
  | 'running'
  | 'publish'
  | 'found'
  | 'fold'
  | 'adopt';

export const scriptNames = Object.keys(files) as readonly ScriptName[];

const assembled = new Map(
  scriptNames.map((name) => {
    const lua = files[name].map(luaSource).join('');
    const numbered = lua.replaceAll(/\bCODE\.([a-z]+)/g, (_all, code: Code) => String(codes[code]));
    return [name, numbered.replaceAll('LEVELS', capLevels.join(', '))];
  }),
);

/**
 * A script of one epoch. The epoch is part of the text and therefore of the script's hash. A server on which this epoch did not begin does
 * not know the script, and reports this instead of deciding on incomplete state.
 */
export function scriptText(name: ScriptName, epoch: string): string {
  return `local E = '${epoch}'\n${assembled.get(name) ?? ''}`;
}

/** These two scripts belong to no epoch: one begins it, the other ends what a dead incarnation has touched. */
export const beginEpoch = luaSource('begin-epoch').trim();
export const closeTouched = luaSource('close-touched').trim();
