import { defineTexts } from '../../../i18n/texts.ts';

export const newKeyTexts = defineTexts({
  zh: {
    created: '密钥已创建',
    replaced: '密钥已重置',
    environment: '放进环境变量',
    firstCall: '发第一次调用',
    waiting: '正在等它的第一次调用…收到后这里会显示状态和收费。',
    arrived: '第一次调用到了：',
    charged: '收费',
    notCharged: '未收费',
    open: '看小票',
    perDay: (sum: string) => `每天最多 ${sum}`,
    perMonth: (sum: string) => `每月最多 ${sum}`,
  },
  en: {
    created: 'Key created',
    replaced: 'Key reset',
    environment: 'Put it into the environment',
    firstCall: 'Make the first call',
    waiting: 'Waiting for its first call… Status and charge will appear here.',
    arrived: 'The first call is here:',
    charged: 'charged',
    notCharged: 'not charged',
    open: 'Receipt',
    perDay: (sum: string) => `${sum} a day`,
    perMonth: (sum: string) => `${sum} a month`,
  },
});
