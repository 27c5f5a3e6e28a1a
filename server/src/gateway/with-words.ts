import type { AttemptFault } from './call.ts';

/** What an attempt met, with what the upstream said of it: for operators alone. */
export function withWords({ cause, words = null }: AttemptFault): string {
  return words === null ? cause : `${cause}: ${words}`;
}
