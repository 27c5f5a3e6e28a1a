import type { PersonProven, SignInAnswer } from '../../identity.ts';
import { errorBody } from '../answer-shape.ts';
import { rememberProof } from './fresh-proof.ts';
import type { Library } from '../library.ts';
import { provingCalls } from './proving.ts';
import type { RequestState } from '../request-state.ts';
import type { SignInParts } from '../sign-in-parts.ts';

const refusals: Readonly<Record<Exclude<PersonProven, 'proven'>, readonly [status: number, code: string, message: string]>> = {
  wrong: [400, 'invalid_password', 'The password is wrong.'],
  too_many: [429, 'too_many_failed_attempts', 'Too many wrong passwords. Wait 15 minutes.'],
  sign_in_again: [403, 'sign_in_again', 'Sign in again first. You can then change how you sign in for 10 minutes.'],
};

function refuse(status: number, code: string, message: string): SignInAnswer {
  return { status, headers: [], cookies: [], body: errorBody(status, code, message) };
}

/** Checks the password of a signed-in person, who can then change how they sign in for a limited time. */
export async function answerProof(
  parts: SignInParts,
  library: Library,
  { signedIn, password }: { readonly signedIn: RequestState['signedIn']; readonly password: string | null },
): Promise<SignInAnswer> {
  if (signedIn === null) return refuse(401, 'unauthorized', 'Sign in first.');
  const { userId: personId, sessionId } = signedIn;
  const proven = await provingCalls(parts, library).proves({ personId, sessionId, password });
  if (proven !== 'proven') return refuse(...refusals[proven]);
  await rememberProof(parts, sessionId);
  return { status: 200, headers: [], cookies: [], body: { status: true } };
}
