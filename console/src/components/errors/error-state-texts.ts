import { defineTexts } from '../../i18n/texts.ts';

export const errorStateTexts = defineTexts({
  zh: {
    requestId: '请求 ID',
    copyRequestId: '复制请求 ID',
    retry: '重试',
    noAnswer: '网关没有响应，请检查网络连接。',
    signedOut: '登录已失效，请重新登录。',
    notAllowed: '你的角色没有这项权限，请联系账号的所有者。',
    gone: '内容不存在，可能已被删除。',
    tooMany: '操作过于频繁，请在 1 分钟后重试。',
    ourFault: '服务端出错，已记入日志。请把请求 ID 发给管理员排查。',
    unexpected: '页面出错，刷新后再试。',
  },
  en: {
    requestId: 'Request id',
    copyRequestId: 'Copy the request id',
    retry: 'Retry',
    noAnswer: 'The gateway is not responding. Check your connection.',
    signedOut: 'You are signed out. Sign in again.',
    notAllowed: 'Your role does not allow this. Ask an owner of the account.',
    gone: 'Not found. It may have been deleted.',
    tooMany: 'Too many attempts. Try again in 1 minute.',
    ourFault: 'Something failed on our side and was logged. Send the request id to your administrator.',
    unexpected: 'Something went wrong on this page. Reload it.',
  },
});
