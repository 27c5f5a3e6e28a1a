import type { OutgoingMail } from '../../domain/people/outgoing-mail.ts';
import type { Person, SignedIn } from '../../domain/people/person.ts';
import type {
  LinkPurpose,
  NewPerson,
  PersonProof,
  PersonProven,
  SignIn,
  SignInAnswer,
  SignInRequest,
  SignUpMode,
} from '../identity.ts';

/** Storage of people and their sign-ins. */
export type SignInDatabase =
  | {
      readonly kind: 'sqlite';
      readonly file: string;
      /** A new file is marked with it (`application_id`). */
      readonly owner?: number;
    }
  | { readonly kind: 'postgres'; readonly url: string };

/** An outside provider of identities, found by its issuer (OpenID Connect Discovery). */
export interface OutsideProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
}

/** Start data of the sign-in thread. */
export interface EngineData {
  readonly database: SignInDatabase;
  /** Signs cookies and links. */
  readonly secret: string;
  readonly outside: OutsideProvider | null;
}

/** The current rules for sign-ups. */
export interface SignUpRules {
  readonly mode: SignUpMode;
  /** Domains of mail that may sign up (all if empty), and that may not. */
  readonly domainsAllowed: readonly string[];
  readonly domainsRefused: readonly string[];
  /** Whether mailboxes to be thrown away may, too. */
  readonly areDisposableAccepted: boolean;
}

/** Calls to the thread. */
export interface EngineCalls {
  /** @param input with what the service is called at the moment. */
  handle(input: { readonly origin: string; readonly siteName: string; readonly request: SignInRequest }): Promise<SignInAnswer>;
  sessionOf(input: { readonly origin: string; readonly cookie: string }): Promise<SignedIn | null>;
  findPerson(input: { readonly id: string } | { readonly email: string }): Promise<Person | null>;
  makeVerified(input: NewPerson): Promise<Person | null>;
  linkFor(input: { readonly purpose: LinkPurpose; readonly email: string; readonly origin: string }): Promise<string | null>;
  proves(input: PersonProof): Promise<PersonProven>;
  signInsOf(input: string): Promise<readonly SignIn[]>;
  isSignedIn(input: { readonly personId: string; readonly sessionId: string }): Promise<boolean>;
  forget(input: string): Promise<void>;
  /** A proof-of-work challenge for a browser whose requests are too frequent. */
  challenge(input: null): Promise<object>;
  /** Copies the database into a new file; does nothing if it is on a server. */
  backup(input: string): Promise<void>;
  close(input: null): Promise<void>;
}

/** What the thread requests from the service. */
export interface ServiceCalls {
  /** @param input with the person the mail is about, whose address may have changed. */
  putMail(input: { readonly mail: OutgoingMail; readonly personId: string }): Promise<void>;
  isInvited(input: { readonly email: string }): Promise<boolean>;
  signUpRules(input: null): Promise<SignUpRules>;
  isOperator(input: { readonly personId: string }): Promise<boolean>;
  say(input: { readonly level: 'warn' | 'error'; readonly message: string; readonly fault: string }): Promise<void>;
}
