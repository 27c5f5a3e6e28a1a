import type { Person, SignedIn } from '../domain/people/person.ts';

/** What identifies a request's sender. */
export interface RequestMarks {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly socket?: { readonly remoteAddress?: string | undefined };
}

/** A request to a sign-in endpoint. */
export interface SignInRequest {
  readonly method: string;
  /** Relative to the sign-in prefix, including the query: `/sign-in/email`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>> | null;
  /** The source address, after trusted proxies. */
  readonly source: string;
  /** Identifies the browser, so that a sign-in from a new one is recognized. */
  readonly device: string;
}

export interface SignInAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly cookies: readonly string[];
  /** `null` if there is none. */
  readonly body: unknown;
}

/** Purposes of links in mails. */
export const linkPurposes = ['verify', 'reset'] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

/** A browser with a sign-in. */
export interface SignIn {
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly ip: string | null;
  readonly userAgent: string | null;
}

export interface PersonProof {
  readonly personId: string;
  readonly sessionId: string;
  readonly password: string | null;
}

/** `sign_in_again`: there is no password, and the sign-in is not recent. */
export const personProvens = ['proven', 'wrong', 'too_many', 'sign_in_again'] as const;
export type PersonProven = (typeof personProvens)[number];

export interface NewPerson {
  readonly email: string;
  readonly password: string;
  readonly name: string;
}

/** Which people may sign in, and which are signed in. No other part of the product knows how sign-in works. */
export interface Identity {
  /** The public origin of a request; `null` if it is not one of ours. */
  originOf(request: RequestMarks): string | null;
  handle(origin: string, request: SignInRequest): Promise<SignInAnswer>;
  /** The sign-in in a request. A revoked one is invalid immediately. */
  sessionOf(request: RequestMarks): Promise<SignedIn | null>;
  findPerson(who: { readonly id: string } | { readonly email: string }): Promise<Person | null>;
  /** Creates a person whose address needs no verification; `null` if the address is taken and the password is not its owner's. */
  makeVerified(person: NewPerson): Promise<Person | null>;
  /** The link that the person would get by mail; `null` if the address is unknown. */
  linkFor(purpose: LinkPurpose, email: string): Promise<string | null>;
  /** Verifies a person before an irreversible action: by their password, or without one by a recent sign-in. */
  proves(proof: PersonProof): Promise<PersonProven>;
  /** The current sign-ins of a person, newest first. */
  signInsOf(personId: string): Promise<readonly SignIn[]>;
  /** Whether a sign-in of a person is currently valid. */
  isSignedIn(who: { readonly personId: string; readonly sessionId: string }): Promise<boolean>;
  /** Deletes a person: sign-ins, credentials, name and address. */
  forget(personId: string): Promise<void>;
  /**
   * A proof-of-work challenge for a browser that sends too many requests.
   * @param source the source of the request.
   */
  challenge(source: string): Promise<object>;
  /** Copies people and their sign-ins into a new file, if they are stored in a file. */
  backup(path: string): Promise<void>;
  /** The options of the sign-in page. */
  offers(): Promise<SignInOffers>;
  close(): Promise<void>;
}

export const signUpModes = ['open', 'invitation', 'closed'] as const;
export type SignUpMode = (typeof signUpModes)[number];

export interface SignInOffers {
  readonly signUp: SignUpMode;
  /** Whether mails are sent; without them, operators provide links. */
  readonly mail: boolean;
  /** Name of the outside identity provider, if there is one. */
  readonly outside: string | null;
}
