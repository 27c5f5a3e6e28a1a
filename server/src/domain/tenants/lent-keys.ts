import type { SecretBox } from '../../platform/secret-box.ts';

/** What such a value begins with; no key does. */
const prefix = 'sk-lent-';
const owner = 'lent key';

/**
 * Values that stand for a key for some minutes: a page of the console calls with one, although nobody has the key's own value
 * any more. Whatever the key may do the value may do, and nothing else: its state, lists and limits are asked at every call.
 */
export interface LentKeys {
  lend(keyHash: Buffer, untilMs: number): string;
  /** @returns the hash of the key that it stands for; `null` when it stands for none any more, or never did. */
  read(text: string, nowMs: number): Buffer | null;
}

/** Whether a text claims to be one. */
export function isLent(text: string): boolean {
  return text.startsWith(prefix);
}

/** @param box seals what a value says, so that nobody can make one, read one, or make it last. */
export function createLentKeys(box: SecretBox): LentKeys {
  return {
    lend: (keyHash, untilMs) =>
      prefix + box.seal(`${String(untilMs)} ${keyHash.toString('base64')}`, owner).toString('base64url'),
    read(text, nowMs) {
      try {
        const [until = '', hash = ''] = box.open(Buffer.from(text.slice(prefix.length), 'base64url'), owner).split(' ');
        return Number(until) > nowMs ? Buffer.from(hash, 'base64') : null;
      } catch {
        return null;
      }
    },
  };
}
