import { defineTexts } from '../../../i18n/texts.ts';

export const texts = defineTexts({
  zh: {
    title: '消息',
    show: '范围',
    all: '全部',
    unread: '未读',
    readAll: '全部标为已读',
    settings: '提醒设置',
    read: '标为已读',
    isUnread: '未读',
    run: (n: number, unread: number) =>
      unread === 0 ? `最近一条，共 ${String(n)} 条同类消息` : `最近一条，共 ${String(n)} 条同类消息，${String(unread)} 条未读`,
    expand: (n: number) => `展开 ${String(n)} 条`,
    collapse: '收起',
    readRun: (n: number) => `${String(n)} 条标为已读`,
    levels: { info: '提示', warning: '提醒', paused: '已暂停' },
    empty: '还没有消息。密钥上限用到 80 %、90 % 和 100 % 时，这里会显示提醒。',
    emptyUnread: '没有未读消息。',
    failed: '消息加载失败。',
    notAllowed: '仅限一个子账号的成员没有消息。',
    more: '更早的消息',
  },
  en: {
    title: 'Messages',
    show: 'Show',
    all: 'All',
    unread: 'Unread',
    readAll: 'Mark all as read',
    settings: 'Alert settings',
    read: 'Mark as read',
    isUnread: 'unread',
    run: (n: number, unread: number) =>
      unread === 0
        ? `Newest of ${String(n)} similar messages`
        : `Newest of ${String(n)} similar messages, ${String(unread)} unread`,
    expand: (n: number) => `Show all ${String(n)}`,
    collapse: 'Collapse',
    readRun: (n: number) => `Mark ${String(n)} as read`,
    levels: { info: 'Note', warning: 'Warning', paused: 'Paused' },
    empty: 'No messages yet. You get one when a cap reaches 80, 90 and 100 %.',
    emptyUnread: 'No unread messages.',
    failed: 'Could not load the messages.',
    notAllowed: 'Members limited to one sub-account get no messages.',
    more: 'Earlier messages',
  },
});
