import { AsyncLocalStorage } from 'node:async_hooks';
import type { OutsideRefusal } from '@tollgate/contract/people/outside-refusals';

/** State of one request, in addition to the library's. */
export interface RequestState {
  readonly origin: string;
  readonly source: string;
  readonly device: string;
  /** The person the request is about, for counting. */
  readonly mark: string;
  /** The browser's preferred language. */
  readonly language: string | null;
  /** The solution sent with the form; `null` if absent. */
  readonly challenge: string | null;
  /** A password that was hashed before the database was locked for the sign-up. */
  hashed: { readonly password: string; readonly hash: string } | null;
  /** The browser's sign-in at the time of the request. */
  signedIn: { readonly userId: string; readonly sessionId: string } | null;
  /** Why our own checks refuse a person from the outside provider. */
  outsideRefusal: OutsideRefusal | null;
  /** Whether the request created the person it is about. */
  isNewPerson: boolean;
  /** Whether a passkey verified the person through finger, face or PIN, and not only a touch. */
  isPersonVerified: boolean;
  /** Whether a signed-in person sets their first password. */
  isFirstPassword: boolean;
}

export const requestState = new AsyncLocalStorage<RequestState>();
