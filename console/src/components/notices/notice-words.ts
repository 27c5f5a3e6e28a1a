import { noticeWords } from '@tollgate/contract/notices/notice-kinds';
import type { OwnNotice } from '../../api/notices.ts';
import { defineTexts, useLanguage, useTexts } from '../../i18n/texts.ts';
import { paths } from '../../paths.ts';
import { sentenceAmount } from '@tollgate/contract/money';
import { partsOf, useServiceZone } from '../time/time-text.ts';

const texts = defineTexts({
  zh: {
    windows: { day: '日', month: '月' },
    cap: (whose: string, window: string, level: string) => `${whose} 的${window}上限已用 ${level} %`,
    capReached: (whose: string, window: string) => `${whose} 的${window}上限已用完，调用已暂停`,
    spent: (spent: string, cap: string) => `已用 ${spent}，上限 ${cap}。`,
    raise: '提高上限后，从下一次请求起恢复。',
    brokenKey: (whose: string) => `${whose} 中途断开的回答过多，已降速`,
    brokenAccount: '账号中途断开的回答过多，调用已暂停',
    readOut: '完整读取回答，或修复会断线的网络和代理。',
    key: '密钥',
    subAccount: '子账号',
    toKey: '打开密钥',
    toSubAccount: '打开子账号',
    toCalls: '查看这些调用',
    open: '打开',
  },
  en: {
    windows: { day: 'daily', month: 'monthly' },
    cap: (whose: string, window: string, level: string) => `${level} % of the ${window} cap of ${whose} is used`,
    capReached: (whose: string, window: string) => `The ${window} cap of ${whose} is used up; calls are paused`,
    spent: (spent: string, cap: string) => `${spent} of ${cap}.`,
    raise: 'Raise the cap to resume from the next request.',
    brokenKey: (whose: string) => `Too many broken responses on ${whose}; it is slowed down`,
    brokenAccount: 'Too many broken responses; calls of the account are paused',
    readOut: 'Read responses to the end, or fix the network or proxy that drops the connection.',
    key: 'the key',
    subAccount: 'the sub-account',
    toKey: 'Open the key',
    toSubAccount: 'Open the sub-account',
    toCalls: 'View these calls',
    open: 'Open',
  },
});

export interface NoticeWords {
  readonly title: string;
  readonly detail: string;
  readonly link: { readonly to: string; readonly label: string } | null;
}

type Words = typeof texts.zh;

/** The object of a message: its name and its page. */
function objectOf(
  { params, key_id: keyId, key_remark: remark }: OwnNotice,
  t: Words,
): { whose: string; link: NoticeWords['link'] } {
  // For a sub-account, this parameter contains its id instead of a key's.
  if (params.of === 'sub_account') {
    const to = keyId === null ? paths.subAccounts : paths.subAccount(keyId);
    return { whose: t.subAccount, link: { to, label: t.toSubAccount } };
  }
  const whose = remark === null || remark === '' ? t.key : remark;
  return { whose, link: keyId === null ? null : { to: paths.key(keyId), label: t.toKey } };
}

function capWords(notice: OwnNotice, t: Words): NoticeWords | null {
  const { level, window, spent, cap } = notice.params;
  if (level === undefined || spent === undefined || cap === undefined) return null;
  const { whose, link } = objectOf(notice, t);
  const name = window === 'month' ? t.windows.month : t.windows.day;
  const sum = t.spent(yuan(spent), yuan(cap));
  if (level === '100') return { title: t.capReached(whose, name), detail: `${sum} ${t.raise}`, link };
  return { title: t.cap(whose, name, level), detail: sum, link };
}

function yuan(amount: string): string {
  return `¥${sentenceAmount(amount)}`;
}

/** The text of a message in the current language, and its page. For an unknown kind, the text of the server. */
export function useNoticeWords(): (notice: OwnNotice) => NoticeWords {
  const t: Words = useTexts(texts);
  const language = useLanguage();
  const zone = useServiceZone();
  const moment = (iso: string): string => {
    const { date, time } = partsOf(iso, zone);
    return `${date} ${time.slice(0, 5)}`;
  };
  return (notice) => {
    if (notice.link !== null) {
      const words = noticeWords(notice, language, { money: yuan, moment, name: (name) => name });
      const { title, detail, action } = words ?? { title: notice.text, detail: '', action: t.open };
      return { title, detail, link: { to: notice.link, label: action } };
    }
    const { whose, link } = objectOf(notice, t);
    const toCalls = { to: paths.calls({ error_code: 'too_many_broken_connections', range: '7d' }), label: t.toCalls };
    if (notice.kind === 'broken_connections_key') return { title: t.brokenKey(whose), detail: t.readOut, link };
    if (notice.kind === 'broken_connections_account') return { title: t.brokenAccount, detail: t.readOut, link: toCalls };
    return capWords(notice, t) ?? { title: notice.text, detail: '', link };
  };
}
