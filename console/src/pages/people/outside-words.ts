import { outsideRefusals, type OutsideRefusal } from '@tollgate/contract/people/outside-refusals';
import { defineTexts, useTexts } from '../../i18n/texts.ts';

type Words = Readonly<Record<OutsideRefusal, string>>;

const texts = defineTexts({
  zh: {
    access_denied: '登录未完成：你取消了登录，或没有使用本站的权限。',
    provider_silent: '身份提供方暂时没有响应。请稍后再试，或换一种方式登录。',
    state_lost: '这次登录已中断：超时，或不是在同一个浏览器里完成的。请重新登录。',
    code_refused: '身份提供方不认可这次登录，可能已过期。请重新登录。',
    issuer_mismatch: '响应来自另一个身份提供方，登录已拒绝。请重新登录；如果再次出现，请联系管理员。',
    identity_unproven: '无法核实身份提供方提供的身份，登录已拒绝。请联系管理员。',
    email_not_found: '身份提供方没有提供你的邮箱。请先在身份提供方填写邮箱，或联系管理员。',
    email_not_valid: '身份提供方提供的邮箱格式有误。请先在身份提供方更正，或联系管理员。',
    account_not_linked: '这个邮箱在本站已有账号，但尚未关联这种登录方式。请先用原来的方式登录，再到“安全”页关联。',
    sign_up_closed: '你在本站还没有账号，本站也不开放自行注册。请联系管理员。',
    invitation_needed: '你在本站还没有账号，注册需要邀请。请打开收到的邀请链接。',
    address_not_accepted: '本站不接受这个邮箱域名。请换一个邮箱，或联系管理员。',
    email_does_not_match: '身份提供方的邮箱与你的登录邮箱不同，关联失败。',
    account_already_linked_to_different_user: '这个身份已关联到其他用户，关联失败。',
    unable_to_link_account: '关联失败：身份提供方尚未验证你的邮箱，或登录已失效。请重试。',
    too_many_tries: '尝试过于频繁，请 1 分钟后再试。',
    outside_failed: '登录未完成。请重试，或换一种方式登录。',
  } satisfies Words,
  en: {
    access_denied: 'You canceled the sign-in at the identity provider, or you do not have access to this site there.',
    provider_silent: 'The identity provider is not responding. Try again later, or sign in another way.',
    state_lost: 'This sign-in was interrupted: it took too long, or it continued in another browser. Sign in again.',
    code_refused: 'The identity provider did not accept this sign-in. It may have expired. Sign in again.',
    issuer_mismatch:
      'The response came from another identity provider, so it was refused. Sign in again. If this repeats, contact your administrator.',
    identity_unproven: 'Your identity could not be verified, so the sign-in was refused. Contact your administrator.',
    email_not_found: 'The identity provider did not share your e-mail address. Add one there, or contact your administrator.',
    email_not_valid:
      'The identity provider sent an e-mail address that is not valid. Correct it there, or contact your administrator.',
    account_not_linked:
      'An account with this e-mail address exists, but it is not linked to this way of signing in. Sign in the way you usually do, then link it on the Security page.',
    sign_up_closed: 'You do not have an account here, and sign-up is closed. Contact your administrator.',
    invitation_needed: 'You do not have an account here, and sign-up needs an invitation. Open the link in the invitation.',
    address_not_accepted:
      'E-mail addresses of this domain are not accepted here. Use another address, or contact your administrator.',
    email_does_not_match: 'The e-mail address at the identity provider differs from yours here, so it was not linked.',
    account_already_linked_to_different_user: 'This identity is linked to another person, so it was not linked again.',
    unable_to_link_account: 'The identity was not linked: its e-mail address is not verified, or your session ended. Try again.',
    too_many_tries: 'Too many attempts. Try again in 1 minute.',
    outside_failed: 'The sign-in did not complete. Try again, or sign in another way.',
  } satisfies Words,
});

/** Why single sign-on failed, from the URL of the page; null if the URL has no reason. */
export function useOutsideWords(error: string | undefined): string | null {
  const words = useTexts(texts);
  if (error === undefined) return null;
  return words[outsideRefusals.find((each) => each === error) ?? 'outside_failed'];
}
