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

/** Where people and their sign-ins are stored. */
export type SignInDatabase =
  | {
      readonly kind: 'sqlite';
      readonly file: string;
      /** Written to a new file as its `application_id`. */
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

/** The start data of the sign-in thread. */
export interface EngineData {
  readonly database: SignInDatabase;
  /** Signs cookies and links. */
  readonly secret: string;
  readonly outside: OutsideProvider | null;
}

/** The current rules for sign-ups. */
export interface SignUpRules {
  readonly mode: SignUpMode;
  /** Mail domains whose addresses may sign up (all if empty), and those whose addresses may not. */
  readonly domainsAllowed: readonly string[];
  readonly domainsRefused: readonly string[];
  /** Whether disposable mailboxes are accepted. */
  readonly areDisposableAccepted: boolean;
}

/** Calls to the thread. */
export interface EngineCalls {
  /** @param input includes the current name of the service. */
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
  /** @param input includes the person the mail is about, whose address may have changed. */
  putMail(input: { readonly mail: OutgoingMail; readonly personId: string }): Promise<void>;
  isInvited(input: { readonly email: string }): Promise<boolean>;
  signUpRules(input: null): Promise<SignUpRules>;
  isOperator(input: { readonly personId: string }): Promise<boolean>;
  say(input: { readonly level: 'warn' | 'error'; readonly message: string; readonly fault: string }): Promise<void>;
}
