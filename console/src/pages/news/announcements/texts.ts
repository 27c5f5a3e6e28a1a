import { defineTexts } from '../../../i18n/texts.ts';

export const texts = defineTexts({
  zh: {
    title: '公告',
    note: '动态、维护和调价。',
    feed: 'RSS 订阅',
    kinds: { news: '动态', price: '调价', maintenance: '维护' },
    states: { scheduled: '已安排', in_progress: '进行中', completed: '已结束', called_off: '已取消' },
    pinned: '置顶',
    empty: '还没有公告。',
    failed: '公告加载失败',
    to: '至',
    back: '全部公告',
  },
  en: {
    title: 'Announcements',
    note: 'News, maintenance and price changes.',
    feed: 'Subscribe by RSS',
    kinds: { news: 'News', price: 'Prices', maintenance: 'Maintenance' },
    states: { scheduled: 'scheduled', in_progress: 'in progress', completed: 'completed', called_off: 'canceled' },
    pinned: 'Pinned',
    empty: 'No announcements yet.',
    failed: 'Could not load the announcements',
    to: 'to',
    back: 'All announcements',
  },
});
