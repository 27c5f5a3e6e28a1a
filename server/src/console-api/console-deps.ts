import type { OperatorRole } from '@tollgate/contract/people/rights';
import type { ControlContext } from '../control/control-context.ts';
import type { PeopleFinder } from '../domain/people/people-finder.ts';
import type { TrialRules } from '../domain/people/trial-rules.ts';
import type { TypedApp } from '../control-http/typed-app.ts';
import type { SignedIn } from '../domain/people/person.ts';
import type { SourceIp } from '../domain/limits/source-ip.ts';
import type { Logger } from '../platform/logger.ts';

/** The dependencies of the console API; built once by the composition root. */
export interface ConsoleDeps {
  readonly control: ControlContext;
  readonly sourceIp: SourceIp;
  /** The sign-in of a request; `null` if there is none. A revoked one is invalid immediately. */
  readonly signedIn: (request: {
    readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  }) => Promise<SignedIn | null>;
  /** A person's role as an operator, in addition to their rights as a member; `null` if they have none. */
  readonly operatorRoleOf: (personId: string) => Promise<OperatorRole | null>;
  readonly trials: TrialRules;
  readonly people: PeopleFinder;
  /** Verifies a person before an irreversible action; otherwise returns the reason. */
  readonly proves: (who: SignedIn, password: string | null) => Promise<'proven' | 'wrong' | 'too_many' | 'sign_in_again'>;
  /** The origin at which people open the console. */
  readonly consoleOrigin: () => string;
  readonly logger: Logger;
}

/** Adds the routes of one kind of record, below `/api/console`. */
export type ConsoleResource = (app: TypedApp, deps: ConsoleDeps) => void;
