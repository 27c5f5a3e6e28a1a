import type { Usage } from '@tollgate/contract/usage';

/** What an upstream said it used, checked: `invalid` when any figure is not a believable count. */
export type ReportedUsage = { readonly kind: 'none' } | { readonly kind: 'valid'; readonly usage: Usage } | { readonly kind: 'invalid' };

/** Where the protocol stands. `broken`: the upstream said something that can never become a complete answer. */
export type RelayState = 'open' | 'complete' | 'broken';

/**
 * Turns an upstream's answer into the client's while it flows, and is the only judge of whether the upstream finished
 * its protocol. Pure: bytes in, bytes out.
 */
export interface StreamRelay {
  /** Feeds upstream bytes, split anywhere; answers what may go to the client now (often nothing). Never throws. */
  push(chunk: Buffer): Buffer | null;
  /** The upstream closed its stream cleanly. May turn `open` into `complete` (by profile) or `broken`. */
  end(): void;
  readonly state: RelayState;
  /** Once `complete`: the finish chunk, usage and terminal event, to leave in one write. */
  readonly tail: Buffer | null;
  /** Why it is `broken`, for the log; never the upstream's raw words. */
  readonly fault: string | null;
  readonly usage: ReportedUsage;
  /** Characters of answer seen so far, by the character rule's two classes (estimate when no usage was reported). */
  readonly text: TextCount;
}

/** A whole answer that was not streamed, checked and edited for the client. */
export type WholeAnswer =
  | { readonly ok: true; readonly body: Buffer; readonly usage: ReportedUsage; readonly text: TextCount }
  | { readonly ok: false; readonly fault: string };

/** Counts for the character rule: wide = Han, kana, hangul; narrow = everything else. */
export interface TextCount {
  readonly wide: number;
  readonly narrow: number;
}

/** What an upstream's refusal means for the call. */
export interface UpstreamRefusal {
  /** `client`: the request itself is at fault, no other route can help. `upstream`: try elsewhere. */
  readonly blame: 'client' | 'upstream';
  readonly code: 'invalid_parameter' | 'context_length_exceeded' | 'content_policy_violation' | 'body_too_large' | 'upstream_unavailable';
  /** The upstream's words cleaned of addresses and secrets, or `null` where they must not be passed on. */
  readonly message: string | null;
  readonly param: string | null;
}
