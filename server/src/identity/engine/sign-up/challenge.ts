import { createHmac } from 'node:crypto';
import { createChallenge as make, verifySolution, type Challenge, type Payload } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import { systemClock } from '../../../platform/clock.ts';
import { createIds } from '../../../platform/ids.ts';
import type { SignInParts } from '../sign-in-parts.ts';
import { useOnce } from '../database/used-once.ts';

const algorithm = 'PBKDF2/SHA-256';
const holdsMs = 10 * 60_000;
/** About a second on one thread of an ordinary computer. */
const cost = 1000;
const counterMin = 1000;
const counterMax = 3000;

const ids = createIds(systemClock);

function keys(secret: string) {
  const derived = (use: string): string => createHmac('sha256', secret).update(use).digest('hex');
  return { hmacSignatureSecret: derived('challenge'), hmacKeySignatureSecret: derived('challenge key') };
}

/** A challenge that a browser solves in about a second, and that is too expensive for thousands of sign-ups. */
export function createChallenge({ data }: Pick<SignInParts, 'data'>): Promise<Challenge> {
  const chance = Number.parseInt(Buffer.from(ids.secret(4)).toString('hex'), 16);
  return make({
    algorithm,
    cost,
    counter: counterMin + (chance % (counterMax - counterMin)),
    deriveKey,
    expiresAt: new Date(systemClock.nowMs() + holdsMs),
    ...keys(data.secret),
  });
}

const form = z.looseObject({
  challenge: z.looseObject({ parameters: z.looseObject({ algorithm: z.literal(algorithm), nonce: z.string() }) }),
  solution: z.looseObject({ counter: z.number(), derivedKey: z.string() }),
});

function read(solution: string): Payload | null {
  try {
    const found = form.safeParse(JSON.parse(Buffer.from(solution, 'base64').toString('utf8')));
    // The signature covers the other fields.
    return found.success ? (found.data as unknown as Payload) : null;
  } catch {
    return null;
  }
}

/** Whether this is the first use of a correct solution of one of our challenges. */
export async function isSolved({ data, own }: Pick<SignInParts, 'data' | 'own'>, solution: string): Promise<boolean> {
  const payload = solution.length > 4096 ? null : read(solution);
  if (payload === null) return false;
  const { verified } = await verifySolution({
    challenge: payload.challenge,
    solution: payload.solution,
    deriveKey,
    ...keys(data.secret),
  });
  return verified && (await useOnce(own, 'challenge', { value: payload.challenge.parameters.nonce, keptMs: 2 * holdsMs }));
}
