import { defineTexts } from '../../../i18n/texts.ts';

export const texts = defineTexts({
  zh: {
    title: '注销',
    filter: '显示',
    filters: { open: '进行中', closed: '已注销' },
    account: '账号',
    state: '进度',
    waits: '等待事项',
    since: '申请时间',
    left: '撤销期',
    closedAt: '注销于',
    days: (days: number) => (days > 0 ? `还有 ${String(days)} 天` : '已过'),
    failed: '注销记录加载失败。',
    empty: '没有正在注销的账号。',
    emptyClosed: '还没有已注销的账号。',
  },
  en: {
    title: 'Closings',
    filter: 'Show',
    filters: { open: 'In progress', closed: 'Closed' },
    account: 'Account',
    state: 'State',
    waits: 'Waiting for',
    since: 'Requested',
    left: 'Time to cancel',
    closedAt: 'Closed',
    days: (days: number) => (days > 0 ? `${String(days)} ${days === 1 ? 'day' : 'days'} left` : 'over'),
    failed: 'Could not load the closings.',
    empty: 'No account is being closed.',
    emptyClosed: 'No account is closed yet.',
  },
});
