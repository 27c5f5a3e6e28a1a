import { defineTexts } from '../../../i18n/texts.ts';

export const newKeyTexts = defineTexts({
  zh: {
    created: '密钥已创建',
    replaced: '密钥已重置',
    environment: '设置环境变量',
    firstCall: '发出第一次调用',
    waiting: '正在等待第一次调用…收到后，这里会显示状态和收费。',
    arrived: '已收到第一次调用：',
    charged: '收费',
    notCharged: '未收费',
    open: '查看小票',
    perDay: (sum: string) => `每天最多 ${sum}`,
    perMonth: (sum: string) => `每月最多 ${sum}`,
  },
  en: {
    created: 'Key created',
    replaced: 'Key reset',
    environment: 'Set the environment variable',
    firstCall: 'Make the first call',
    waiting: 'Waiting for the first call… Status and charge appear here.',
    arrived: 'First call received:',
    charged: 'charged',
    notCharged: 'not charged',
    open: 'View receipt',
    perDay: (sum: string) => `${sum} a day`,
    perMonth: (sum: string) => `${sum} a month`,
  },
});
