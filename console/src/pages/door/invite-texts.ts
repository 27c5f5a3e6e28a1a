import { defineTexts } from '../../i18n/texts.ts';

export const inviteTexts = defineTexts({
  zh: {
    title: '接受邀请',
    signInFirst: '有人邀请你加入一个账号。用收到邀请的邮箱登录或注册，再回到这里接受。',
    again: '注册后需要验证邮箱，验证完再打开一次邀请邮件里的链接。',
    signIn: '登录',
    signUp: '注册',
    as: (email: string) => `你现在以 ${email} 登录。接受后可以在左上角切换账号。`,
    accept: '接受邀请',
    noToken: '链接不完整。请从邀请邮件里重新打开。',
    done: (account: string, role: string) => `你已加入 ${account}，角色是${role}。`,
    toAccount: '进入账号',
    over: '邀请已过期、被撤回，或者发给了另一个邮箱。用收到邀请的邮箱登录，或请对方重新邀请。',
  },
  en: {
    title: 'Take up an invitation',
    signInFirst: 'You are invited into an account. Sign in or sign up with the address that was invited, then take it up here.',
    again: 'After signing up, verify the address and open the link of the invitation once more.',
    signIn: 'Sign in',
    signUp: 'Sign up',
    as: (email: string) => `You are signed in as ${email}. Afterwards accounts are switched at the top left.`,
    accept: 'Take it up',
    noToken: 'The link is not complete. Open it from the mail again.',
    done: (account: string, role: string) => `You belong to ${account} now, as ${role}.`,
    toAccount: 'Open the account',
    over: 'The invitation is over, was withdrawn, or went to another address. Sign in with the address it came to, or ask for a new one.',
  },
});
