import type { Person } from '../../domain/people/person.ts';
import type { Principal } from '../../control/principal.ts';

export interface Claim {
  readonly token: string;
  readonly email: string;
  readonly password: string;
  readonly name: string;
}

/** The one-time link that appoints the first administrator. */
export interface FirstAdministrator {
  /** Whether there is a link that still works. */
  isOpen(): Promise<boolean>;
  /** The token of the very first link; `null` when there has been one. */
  first(): Promise<string | null>;
  /** The token of a new link, after which no earlier one works. */
  invite(principal: Principal): Promise<string>;
  /** Makes the administrator. @throws {ApiError} 403 when the token is not right, or used. */
  claim(claim: Claim, sourceIp: string): Promise<Person>;
}
