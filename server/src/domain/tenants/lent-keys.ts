import type { SecretBox } from '../../platform/secret-box.ts';

/** Prefix of lent values; no key has it. */
const prefix = 'sk-lent-';
const owner = 'lent key';

/** The borrower of a key: a person as a member of the account, with one sign-in. */
export interface Borrower {
  readonly accountId: string;
  readonly userId: string;
  readonly subAccountId: string | null;
  readonly sessionId: string;
}

/** The content of a lent value. */
interface Lent {
  readonly untilMs: number;
  readonly keyHash: Buffer;
  readonly borrower: Borrower;
}

/**
 * Values that represent a key for some minutes. A console page makes calls with one, although the key's own value is not stored. The value
 * has exactly the rights of the key: its state, lists and limits are checked on every call.
 */
export interface LentKeys {
  lend(lent: Lent): string;
  /** @returns the hash of the key that the value represents; `null` if it has expired or was never valid. */
  read(text: string, nowMs: number): Promise<Buffer | null>;
}

/** Whether a text has the form of a lent value. */
export function isLent(text: string): boolean {
  return text.startsWith(prefix);
}

function open(box: SecretBox, text: string): Lent | null {
  try {
    const sealed = box.open(Buffer.from(text.slice(prefix.length), 'base64url'), owner);
    const [untilMs, hash, borrower] = JSON.parse(sealed) as [number, string, Borrower];
    return { untilMs, keyHash: Buffer.from(hash, 'base64'), borrower };
  } catch {
    return null;
  }
}

/**
 * @param box seals the content of a value, so that it cannot be forged, read or extended.
 * @param mayStill whether the borrower still has the right under which the key was lent.
 */
export function createLentKeys(box: SecretBox, mayStill: (borrower: Borrower) => Promise<boolean>): LentKeys {
  return {
    lend: ({ untilMs, keyHash, borrower }) =>
      prefix + box.seal(JSON.stringify([untilMs, keyHash.toString('base64'), borrower]), owner).toString('base64url'),
    async read(text, nowMs) {
      const lent = open(box, text);
      return lent !== null && lent.untilMs > nowMs && (await mayStill(lent.borrower)) ? lent.keyHash : null;
    },
  };
}
