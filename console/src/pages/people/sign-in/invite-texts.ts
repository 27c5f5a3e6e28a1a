import { defineTexts } from '../../../i18n/texts.ts';

export const inviteTexts = defineTexts({
  zh: {
    title: '接受邀请',
    signInFirst: '你收到一个账号的邀请。请用收到邀请的邮箱登录或注册，再回到这里接受。',
    again: '注册并验证邮箱后，首次登录时会询问你是否接受。',
    signIn: '登录',
    signUp: '注册',
    as: (email: string) => `你现在以 ${email} 登录。接受后可以在左上角切换账号。`,
    offered: (inviter: string, account: string, role: string) => `${inviter} 邀请你加入 ${account}，角色是${role}。`,
    ownInstead: '不加入，创建自己的账号',
    ownLater: '邀请在有效期内仍可接受。',
    accept: '接受邀请',
    noToken: '链接不完整。请从邀请邮件里重新打开。',
    done: (account: string, role: string) => `你已加入 ${account}，角色是${role}。`,
    toAccount: '进入账号',
    over: '邀请已过期、已撤回，或发给了其他邮箱。请用收到邀请的邮箱登录，或请对方重新邀请。',
    withoutMail: {
      noToken: '链接不完整。请复制完整的邀请链接，包括 # 之后的部分。',
    },
  },
  en: {
    title: 'Accept an invitation',
    signInFirst: 'You are invited to join an account. Sign in or sign up with the invited e-mail, then accept here.',
    again: 'After you sign up and verify your e-mail, your first sign-in asks whether you accept.',
    signIn: 'Sign in',
    signUp: 'Sign up',
    as: (email: string) => `You are signed in as ${email}. After you accept, you can switch accounts at the top left.`,
    offered: (inviter: string, account: string, role: string) => `${inviter} invites you to join ${account} as ${role}.`,
    ownInstead: 'Create my own account instead',
    ownLater: 'You can still accept the invitation until it expires.',
    accept: 'Accept invitation',
    noToken: 'The link is incomplete. Open it from the invitation e-mail again.',
    done: (account: string, role: string) => `You have joined ${account} as ${role}.`,
    toAccount: 'Open the account',
    over: 'The invitation expired, was withdrawn, or went to another address. Sign in with the invited e-mail, or ask for a new invitation.',
    withoutMail: {
      noToken: 'The link is incomplete. Copy the whole invitation link, including the part after #.',
    },
  },
});
