import { AsyncLocalStorage } from 'node:async_hooks';
import type { OutsideRefusal } from '@tollgate/contract/people/outside-refusals';

/** State of one request in addition to what the library knows of it. */
export interface RequestState {
  readonly origin: string;
  readonly source: string;
  readonly device: string;
  /** The person the request is about, for counting. */
  readonly mark: string;
  /** The browser's preferred language. */
  readonly language: string | null;
  /** As sent by the form; `null` if absent. */
  readonly challenge: string | null;
  /** A password that was hashed before the database was locked for the sign-up. */
  hashed: { readonly password: string; readonly hash: string } | null;
  /** The browser's sign-in at the time of the request. */
  signedIn: { readonly userId: string; readonly sessionId: string } | null;
  /** Why a person from the outside provider is refused, by our own checks. */
  outsideRefusal: OutsideRefusal | null;
  /** Whether the request made the person it is about. */
  isNewPerson: boolean;
  /** Whether a passkey proved the person by finger, face or PIN, and not a touch alone. */
  isPersonVerified: boolean;
  /** Whether a signed-in person sets their first password. */
  isFirstPassword: boolean;
}

export const requestState = new AsyncLocalStorage<RequestState>();
