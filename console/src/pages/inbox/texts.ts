import { defineTexts } from '../../i18n/texts.ts';

export const texts = defineTexts({
  zh: {
    title: '消息',
    show: '范围',
    all: '全部',
    unread: '未读',
    readAll: '全部标为已读',
    read: '标为已读',
    isUnread: '未读',
    levels: { info: '提示', warning: '提醒', paused: '已暂停' },
    empty: '还没有消息。密钥的上限用到 80、90、100 % 时，这里会有提醒。',
    emptyUnread: '没有未读消息。',
    failed: '消息没有读到。',
    notAllowed: '只属于一个子账号的成员没有消息。',
    more: '更早的消息',
  },
  en: {
    title: 'Messages',
    show: 'Show',
    all: 'All',
    unread: 'Unread',
    readAll: 'Mark all read',
    read: 'Mark read',
    isUnread: 'unread',
    levels: { info: 'Note', warning: 'Warning', paused: 'Paused' },
    empty: 'No messages yet. They come when a cap is used to 80, 90 and 100 %.',
    emptyUnread: 'No unread messages.',
    failed: 'The messages were not read.',
    notAllowed: 'Members of one sub-account have no messages.',
    more: 'Earlier messages',
  },
});
