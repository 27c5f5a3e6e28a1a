import { defineTexts } from '../../i18n/texts.ts';

export const errorStateTexts = defineTexts({
  zh: {
    requestId: '请求 id',
    copyRequestId: '复制请求 id',
    retry: '重试',
    noAnswer: '网关没有响应，请检查网络连接。',
    signedOut: '登录已失效，请重新登录。',
    notAllowed: '你的角色没有这项权限，请联系账号的所有者。',
    gone: '这里没有这个对象，它可能已被删除。',
    tooMany: '操作过于频繁，请在 1 分钟后重试。',
    ourFault: '服务端出错，已记入日志；把请求 id 发给管理员即可查到。',
    unexpected: '页面出错，刷新后再试。',
  },
  en: {
    requestId: 'Request id',
    copyRequestId: 'Copy the request id',
    retry: 'Retry',
    noAnswer: 'The gateway does not answer. Check the connection.',
    signedOut: 'You are signed out. Sign in again.',
    notAllowed: 'Your role does not allow this. Ask an owner of the account.',
    gone: 'There is no such thing here. It may have been deleted.',
    tooMany: 'Too many attempts. Try again in 1 minute.',
    ourFault: 'A fault on our side, written to the log. With the request id an administrator finds it.',
    unexpected: 'The page failed. Reload it.',
  },
});
