import type { SignInErrorCode } from '@tollgate/contract/people/sign-in-errors';
import { ApiError } from '../../api/http/api-error.ts';
import { defineTexts, useTexts } from '../../i18n/texts.ts';

/** Every refusal of sign-in has words here, and some faults of the browser. */
type Words = Readonly<Record<SignInErrorCode | 'too_many_failed_attempts' | 'too_many_passkeys' | 'NotAllowedError', string>>;

const texts = defineTexts({
  zh: {
    invalid_password: '密码错误。',
    invalid_email_or_password: '邮箱或密码错误。',
    email_not_verified: '邮箱还没有验证，请打开验证邮件里的链接。',
    invalid_code: '验证码错误或已使用，请等下一个。',
    invalid_two_factor_cookie: '验证已超时，请重新登录。',
    invalid_backup_code: '备用码错误或已使用。',
    invalid_token: '链接已失效或已使用，请重新申请。',
    token_expired: '链接已过期，请重新申请。',
    sign_up_closed: '本站不开放自行注册，请联系管理员。',
    invitation_needed: '注册需要邀请，请打开邀请邮件里的链接。',
    address_not_accepted: '不接受这个邮箱域名，请换一个长期使用的邮箱。',
    invalid_email: '邮箱格式错误。',
    password_too_short: '密码至少 10 个字符。',
    password_too_long: '密码最多 128 个字符。',
    invalid_name: '称呼不能含网址，最多 64 个字符。',
    failed_to_unlink_last_account: '这是你唯一的登录方式，请先设置密码。',
    proof_needed: '请先输入密码。',
    sign_in_again: '登录已超过 10 分钟。请退出后重新登录，再修改登录方式。',
    provider_silent: '身份提供方暂时没有响应。请稍后再试，或换一种方式登录。',
    challenge_needed: '浏览器验证失败。请用 https 打开本站后重试。',
    busy: '当前登录人数较多，请 10 秒后重试。',
    too_many_passkeys: '通行密钥数量已达上限，请先移除不用的。',
    passkey_not_found: '本站没有这个通行密钥，请用密码登录。',
    too_many_failed_attempts: '尝试过于频繁，请 1 分钟后再试。',
    NotAllowedError: '通行密钥验证未完成。',
  } satisfies Words,
  en: {
    invalid_password: 'The password is wrong.',
    invalid_email_or_password: 'E-mail or password is wrong.',
    email_not_verified: 'Your e-mail is not verified yet. Open the link in the verification e-mail.',
    invalid_code: 'The code is wrong or already used. Wait for the next one.',
    invalid_two_factor_cookie: 'That took too long. Sign in again.',
    invalid_backup_code: 'The backup code is wrong or already used.',
    invalid_token: 'The link was already used or is no longer valid. Request a new one.',
    token_expired: 'The link has expired. Request a new one.',
    sign_up_closed: 'Sign-up is closed. Ask the operator for access.',
    invitation_needed: 'Signing up needs an invitation. Open the link in the invitation e-mail.',
    address_not_accepted: 'Addresses of that domain are not accepted. Use another address.',
    invalid_email: 'That e-mail address is not valid.',
    password_too_short: 'The password needs at least 10 characters.',
    password_too_long: 'The password can have at most 128 characters.',
    invalid_name: 'A name has at most 64 characters and must not contain a web address.',
    failed_to_unlink_last_account: 'This is your only way to sign in. Set a password first.',
    proof_needed: 'Enter your password first.',
    sign_in_again: 'You signed in more than 10 minutes ago. Sign out and sign in again, then change how you sign in.',
    provider_silent: 'The identity provider is not responding. Try again later, or sign in another way.',
    challenge_needed: 'The browser check failed. Open this site over https.',
    busy: 'Many people are signing in. Try again in 10 seconds.',
    too_many_passkeys: 'You have reached the limit of passkeys. Remove one that you no longer use.',
    passkey_not_found: 'This passkey is not registered here. Use your password.',
    too_many_failed_attempts: 'Too many attempts. Try again in 1 minute.',
    NotAllowedError: 'The passkey was not used.',
  } satisfies Words,
});

/** What a refusal of sign-in is called in the language that is shown; null for other faults. */
export function useSignInWords(): (error: unknown) => string | null {
  const words: Readonly<Record<string, string>> = useTexts(texts);
  return (error) => words[error instanceof ApiError ? error.code : error instanceof Error ? error.name : ''] ?? null;
}
