import { AsyncLocalStorage } from 'node:async_hooks';

/** What belongs to one request beside what the library knows of it. */
export interface RequestState {
  readonly origin: string;
  readonly source: string;
  readonly device: string;
  /** What the browser likes to read. */
  readonly language: string | null;
  /** As the form sent it; `null` if it was left out. */
  readonly challenge: string | null;
  /** A password that was hashed before the database was taken for the sign-up. */
  hashed: { readonly password: string; readonly hash: string } | null;
}

export const requestState = new AsyncLocalStorage<RequestState>();
