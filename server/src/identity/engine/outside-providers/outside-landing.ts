import { outsideRefusals, type OutsideRefusal } from '@tollgate/contract/people/outside-refusals';
import type { SignInAnswer } from '../../identity.ts';

/** Error words of the library and the protocol, with ours for them. */
const causes: Readonly<Record<string, OutsideRefusal>> = {
  state_mismatch: 'state_lost',
  state_not_found: 'state_lost',
  state_invalid: 'state_lost',
  state_security_mismatch: 'state_lost',
  nonce_binding_missing: 'state_lost',
  no_code: 'code_refused',
  invalid_code: 'code_refused',
  issuer_mismatch: 'issuer_mismatch',
  unable_to_get_user_info: 'identity_unproven',
  rate_limit_exceeded: 'too_many_tries',
  busy: 'too_many_tries',
  login_required: 'access_denied',
  interaction_required: 'access_denied',
  consent_required: 'access_denied',
  temporarily_unavailable: 'provider_silent',
  server_error: 'provider_silent',
};

/** A reason that the sign-in page can explain, never text that a stranger put into a URL. */
function refusalOf(code: string): OutsideRefusal {
  const lower = code.toLowerCase();
  return causes[lower] ?? outsideRefusals.find((each) => each === lower) ?? 'outside_failed';
}

function to(answer: SignInAnswer, location: string): SignInAnswer {
  return { ...answer, status: 302, headers: [['location', location]], body: null };
}

/**
 * Where the return from an outside provider ends. This is always a page, which says why a sign-in failed, or asks a person with two-step
 * sign-in for the code.
 * @param refusal the result of our checks.
 */
export function landAtPage(answer: SignInAnswer, refusal: OutsideRefusal | null): SignInAnswer {
  const { status, headers, body } = answer;
  const refused = (page: string, why: OutsideRefusal): SignInAnswer => to(answer, `${page}?error=${refusal ?? why}`);
  if (status >= 400) {
    const { error } = body as { readonly error: { readonly code: string } };
    return refused('/sign-in', refusalOf(error.code));
  }
  const location = new URL(headers.find(([name]) => name === 'location')?.[1] ?? '/', 'http://console.invalid');
  const error = location.searchParams.get('error');
  if (error !== null) return refused(location.pathname === '/security' ? '/security' : '/sign-in', refusalOf(error));
  const isCodeDue = (body as { readonly twoFactorRedirect?: boolean } | null)?.twoFactorRedirect === true;
  if (!isCodeDue) return { ...answer, body: null };
  const next = encodeURIComponent(location.pathname + location.search);
  return to(answer, `/sign-in?step=code&next=${next}`);
}
