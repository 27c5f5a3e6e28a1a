import { AsyncLocalStorage } from 'node:async_hooks';
import type { OutsideRefusal } from '@tollgate/contract/people/outside-refusals';

/** State of one request in addition to what the library knows of it. */
export interface RequestState {
  readonly origin: string;
  readonly source: string;
  readonly device: string;
  /** The person the request is about, for counting. */
  readonly mark: string;
  /** What the browser likes to read. */
  readonly language: string | null;
  /** As the form sent it; `null` if it was left out. */
  readonly challenge: string | null;
  /** A password that was hashed before the database was taken for the sign-up. */
  hashed: { readonly password: string; readonly hash: string } | null;
  /** Who the browser was signed in as when it asked. */
  signedIn: { readonly userId: string; readonly sessionId: string } | null;
  /** Why somebody who came over the outside provider is not let in, as our own checks found it. */
  outsideRefusal: OutsideRefusal | null;
  /** Whether the request made the person it is about. */
  isNewPerson: boolean;
  /** Whether a passkey proved the person by finger, face or PIN, and not a touch alone. */
  isPersonVerified: boolean;
  /** Whether somebody who is signed in gives themselves a first password. */
  isFirstPassword: boolean;
}

export const requestState = new AsyncLocalStorage<RequestState>();
