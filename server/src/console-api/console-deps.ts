import type { OperatorRole } from '@tollgate/contract/people/rights';
import type { ControlContext } from '../control/control-context.ts';
import type { PeopleFinder } from '../domain/people/people-finder.ts';
import type { TrialRules } from '../domain/people/trial-rules.ts';
import type { TypedApp } from '../control-http/typed-app.ts';
import type { SignedIn } from '../domain/people/person.ts';
import type { SourceIp } from '../domain/limits/source-ip.ts';
import type { Logger } from '../platform/logger.ts';

/** The dependencies of the console's interface; built once by the composition root. */
export interface ConsoleDeps {
  readonly control: ControlContext;
  readonly sourceIp: SourceIp;
  /** The sign-in of a request; `null` for none. A revoked one is invalid at once. */
  readonly signedIn: (request: {
    readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  }) => Promise<SignedIn | null>;
  /** What a person may do besides their rights as a member; `null`: nothing. */
  readonly operatorRoleOf: (personId: string) => Promise<OperatorRole | null>;
  readonly trials: TrialRules;
  readonly people: PeopleFinder;
  /** Whether it is really them, before what cannot be undone; a word for why not. */
  readonly proves: (who: SignedIn, password: string | null) => Promise<'proven' | 'wrong' | 'too_many' | 'sign_in_again'>;
  /** Where people open the console. */
  readonly consoleOrigin: () => string;
  readonly logger: Logger;
}

/** Adds the routes of one kind of record, below `/api/console`. */
export type ConsoleResource = (app: TypedApp, deps: ConsoleDeps) => void;
