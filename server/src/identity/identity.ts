import type { Person, SignedIn } from '../domain/people/person.ts';

/** Marks of a request's sender. */
export interface RequestMarks {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly socket?: { readonly remoteAddress?: string | undefined };
}

/** A request for one of the addresses of sign-in. */
export interface SignInRequest {
  readonly method: string;
  /** Below the prefix of sign-in, with its query: `/sign-in/email`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>> | null;
  /** The source address, past trusted proxies. */
  readonly source: string;
  /** Marks the browser, so that a sign-in from a new one is recognised. */
  readonly device: string;
}

export interface SignInAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly cookies: readonly string[];
  /** `null`: none. */
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

/** `sign_in_again`: there is no password, and the sign-in is not new. */
export const personProvens = ['proven', 'wrong', 'too_many', 'sign_in_again'] as const;
export type PersonProven = (typeof personProvens)[number];

export interface NewPerson {
  readonly email: string;
  readonly password: string;
  readonly name: string;
}

/** Who may sign in, and who has. No other part of the product knows how. */
export interface Identity {
  /** The outside address of a request; `null` if it is none of ours. */
  originOf(request: RequestMarks): string | null;
  handle(origin: string, request: SignInRequest): Promise<SignInAnswer>;
  /** The sign-in that a request carries. A revoked one is invalid at once. */
  sessionOf(request: RequestMarks): Promise<SignedIn | null>;
  findPerson(who: { readonly id: string } | { readonly email: string }): Promise<Person | null>;
  /** Creates a person whose address needs no proof; `null` if the address is taken and the password is not its owner's. */
  makeVerified(person: NewPerson): Promise<Person | null>;
  /** The link that the person would get by mail; `null` if the address is unknown. */
  linkFor(purpose: LinkPurpose, email: string): Promise<string | null>;
  /** Whether it is really them, before what cannot be undone: by their password, or without one by having just signed in. */
  proves(proof: PersonProof): Promise<PersonProven>;
  /** Current sign-ins of a person, newest first. */
  signInsOf(personId: string): Promise<readonly SignIn[]>;
  /** Whether one sign-in of a person holds as of now. */
  isSignedIn(who: { readonly personId: string; readonly sessionId: string }): Promise<boolean>;
  /** Forgets a person: sign-ins, credentials, name and address. */
  forget(personId: string): Promise<void>;
  /** A proof-of-work challenge for a browser whose requests are too frequent. @param source the source of the request. */
  challenge(source: string): Promise<object>;
  /** Copies people and their sign-ins into a new file, if they are in a file. */
  backup(path: string): Promise<void>;
  /** The options of the sign-in page. */
  offers(): Promise<SignInOffers>;
  close(): Promise<void>;
}

export const signUpModes = ['open', 'invitation', 'closed'] as const;
export type SignUpMode = (typeof signUpModes)[number];

export interface SignInOffers {
  readonly signUp: SignUpMode;
  /** Whether mails are sent; without them, the operator provides links. */
  readonly mail: boolean;
  /** Name of the outside provider of identities, if there is one. */
  readonly outside: string | null;
}
