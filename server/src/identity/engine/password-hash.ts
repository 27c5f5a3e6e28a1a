import { argon2, timingSafeEqual } from 'node:crypto';
import { APIError } from 'better-auth/api';
import { systemClock } from '../../platform/clock.ts';
import { createIds } from '../../platform/ids.ts';

/** OWASP's parameters for argon2id: 19 MiB, two passes. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const tagLength = 32;
/** Hashing uses threads of the pool that DNS look-ups need too. */
const runningMax = 2;
const waitingMax = 50;
const form = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

const ids = createIds(systemClock);
let running = 0;
const waiting: (() => void)[] = [];

/** Runs `work` in its turn; refuses if too many are already waiting. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= runningMax) {
    if (waiting.length >= waitingMax)
      throw new APIError('TOO_MANY_REQUESTS', {
        code: 'BUSY',
        message: 'Too many people are signing in right now. Try again in a few seconds.',
      });
    const turn = Promise.withResolvers<undefined>();
    waiting.push(() => {
      turn.resolve(undefined);
    });
    await turn.promise;
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

interface Derivation {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly tagLength: number;
  readonly nonce: Buffer;
}

function derive(password: string, derivation: Derivation): Promise<Buffer> {
  // Normalized, so that a password is the same text on every keyboard.
  const message = Buffer.from(password.normalize('NFKC'), 'utf8');
  return new Promise((resolve, reject) => {
    argon2('argon2id', { message, ...derivation }, (error, tag) => {
      if (error === null) resolve(tag);
      else reject(error);
    });
  });
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

/** A password in stored form: argon2id in the PHC format. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = Buffer.from(ids.secret(22), 'ascii');
  const tag = await inTurn(() => derive(password, { ...cost, tagLength, nonce }));
  return `$argon2id$v=19$m=${String(cost.memory)},t=${String(cost.passes)},p=${String(cost.parallelism)}$${base64(nonce)}$${base64(tag)}`;
}

export async function isPassword(password: string, kept: string): Promise<boolean> {
  const [, memory, passes, parallelism, nonce = '', tag = ''] = form.exec(kept) ?? [];
  if (memory === undefined) return false;
  const expected = Buffer.from(tag, 'base64');
  const derivation = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const found = await inTurn(() =>
    derive(password, { ...derivation, tagLength: expected.length, nonce: Buffer.from(nonce, 'base64') }),
  );
  return timingSafeEqual(found, expected);
}
