import { defineTexts } from '../../../i18n/texts.ts';

export const texts = defineTexts({
  zh: {
    title: '公告',
    note: '新闻、维护和调价。',
    feed: '用 RSS 订阅',
    kinds: { news: '新闻', price: '调价', maintenance: '维护' },
    states: { scheduled: '已安排', in_progress: '进行中', completed: '已结束', called_off: '已取消' },
    pinned: '置顶',
    empty: '还没有公告。',
    failed: '公告没有读到',
    to: '至',
    back: '全部公告',
  },
  en: {
    title: 'Announcements',
    note: 'News, maintenance and price changes.',
    feed: 'Follow by RSS',
    kinds: { news: 'News', price: 'Prices', maintenance: 'Maintenance' },
    states: { scheduled: 'planned', in_progress: 'running', completed: 'over', called_off: 'called off' },
    pinned: 'Pinned',
    empty: 'Nothing has been announced yet.',
    failed: 'The announcements could not be read',
    to: 'to',
    back: 'All announcements',
  },
});
