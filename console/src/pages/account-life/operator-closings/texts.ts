import { defineTexts } from '../../../i18n/texts.ts';

export const texts = defineTexts({
  zh: {
    title: '注销',
    filter: '显示',
    filters: { open: '进行中', closed: '已注销' },
    account: '账户',
    state: '进度',
    waits: '在等什么',
    since: '申请时间',
    left: '撤销期',
    closedAt: '注销于',
    days: (days: number) => (days > 0 ? `还有 ${String(days)} 天` : '已过'),
    failed: '注销没有加载出来。',
    empty: '没有正在注销的账户。',
    emptyClosed: '还没有注销完的账户。',
  },
  en: {
    title: 'Closings',
    filter: 'Show',
    filters: { open: 'Under way', closed: 'Closed' },
    account: 'Account',
    state: 'State',
    waits: 'Waits for',
    since: 'Asked for',
    left: 'To take it back',
    closedAt: 'Closed',
    days: (days: number) => (days > 0 ? `${String(days)} ${days === 1 ? 'day' : 'days'} left` : 'over'),
    failed: 'Loading the closings failed.',
    empty: 'No account is being closed.',
    emptyClosed: 'No account is closed yet.',
  },
});
