import type { SecurityChange } from '../../../domain/people/outgoing-mail.ts';
import type { SignInAnswer, SignInRequest } from '../../identity.ts';
import { deviceName } from './device-name.ts';
import { endOldSignIns, forgetOldBrowsers } from '../limits/few-of-each.ts';
import { findUnknownDevice, rememberDevice } from './known-devices.ts';
import type { Library } from '../library.ts';
import { securityPage, sendMail } from './mails.ts';
import { signInCookie } from '../../sign-in-origins.ts';
import { requestState } from '../request-state.ts';
import type { SignInParts } from '../sign-in-parts.ts';

/** Changes to a signed-in person's sign-in, by endpoint. */
const changes: Readonly<Record<string, SecurityChange>> = {
  '/change-password': 'password_changed',
  '/two-factor/verify-totp': 'totp_on',
  '/two-factor/disable': 'totp_off',
  '/two-factor/generate-backup-codes': 'backup_codes_made',
  '/passkey/verify-registration': 'passkey_added',
  '/passkey/delete-passkey': 'passkey_removed',
  '/unlink-account': 'identity_removed',
  '/revoke-session': 'sessions_ended',
  '/revoke-other-sessions': 'sessions_ended',
};

/** The person who is about to change their sign-in; `null` if the request makes no such change. */
export async function whoChanges(library: Library, origin: string, { path, headers }: SignInRequest) {
  const change = changes[path];
  const session = change === undefined ? null : await library.sessionOf(origin, headers.cookie ?? '');
  if (change === undefined || session === null) return null;
  // Codes are also sent for other reasons; only the first one turns two-step sign-in on.
  return change === 'totp_on' && session.user.twoFactorEnabled === true ? null : { change, user: session.user };
}

/** Reports a sign-in from a browser that was never used by this person. */
export async function notifyOfNewDevice(
  parts: SignInParts,
  library: Library,
  request: SignInRequest,
  { cookies }: SignInAnswer,
): Promise<void> {
  const origin = requestState.getStore()?.origin ?? '';
  const cookie = cookies.find((each) => each.startsWith(`${signInCookie(origin)}=`) && !each.includes('Max-Age=0'));
  const session = cookie === undefined ? null : await library.sessionOf(origin, cookie.slice(0, cookie.indexOf(';')));
  if (session === null) return;
  await endOldSignIns(parts, session.user.id);
  const unknown = await findUnknownDevice(parts, session.user.id);
  if (unknown === null) return;
  if (!unknown.isFirst) {
    const device = deviceName(request.headers['user-agent'] ?? '');
    const at = session.session.createdAt.toISOString();
    const params = { at, ip: request.source, device, url: `${origin}${securityPage}` };
    await sendMail(parts, { template: 'sign-in-new-device', to: session.user, params, once: unknown.device });
  }
  // Only after the mail is queued: if the process dies in between, the next sign-in reports it.
  await rememberDevice(parts, session.user.id, unknown.device);
  await forgetOldBrowsers(parts, session.user.id);
}
