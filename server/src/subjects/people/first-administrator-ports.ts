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
  /** Whether there is a valid link. */
  isOpen(): Promise<boolean>;
  /** The token of the very first link; `null` if there was one before. */
  first(): Promise<string | null>;
  /** The token of a new link, which invalidates all earlier ones. */
  invite(principal: Principal): Promise<string>;
  /** Appoints the administrator. @throws {ApiError} 403 if the token is wrong or used. */
  claim(claim: Claim, sourceIp: string): Promise<Person>;
}
