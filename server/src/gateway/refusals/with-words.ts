import type { AttemptFault } from '../call.ts';

/** Why an attempt failed, with the upstream's message. For operators only. */
export function withWords({ cause, words = null }: AttemptFault): string {
  return words === null ? cause : `${cause}: ${words}`;
}
