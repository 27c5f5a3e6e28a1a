import { useQuery } from '@tanstack/react-query';
import { useAccount } from '../../api/current-account.ts';
import { ownAccountQuery } from '../../api/own-account.ts';
import { defineTexts, useTexts } from '../../i18n/texts.ts';
import { Notice } from '../../ui/states/notice.tsx';
import { moneyText } from './money-text.ts';

const texts = defineTexts({
  zh: {
    lead: (sum: string) => `${sum} 试用额度暂缓发放：`,
    reasons: {
      mailbox: '该邮箱已领取过。',
      network: '当前网络今日领取次数已达上限。',
      browser: '当前浏览器领取次数已达上限。',
      day: '今日的试用额度已发完。',
    },
    remedy: '管理员核实后会直接发放，无需重新注册。',
  },
  en: {
    lead: (sum: string) => `Trial credit of ${sum} is on hold:`,
    reasons: {
      mailbox: 'this e-mail already received trial credit.',
      network: 'your network reached its limit for today.',
      browser: 'this browser reached its limit.',
      day: 'today’s trial credit is used up.',
    },
    remedy: 'An administrator reviews and grants it. You do not need to sign up again.',
  },
});

/** The account's trial credit that waits for a review; null if there is none. */
export function useHeldTrial() {
  return useQuery(ownAccountQuery(useAccount().id)).data?.held_trial_credit ?? null;
}

/** Why the trial credit is not in the balance, and what happens next; hidden if no credit is held. */
export function HeldTrial() {
  const t = useTexts(texts);
  const held = useHeldTrial();
  if (held === null) return null;
  return (
    <Notice>
      <b>{t.lead(moneyText(held.amount))}</b> {t.reasons[held.reason]} {t.remedy}
    </Notice>
  );
}
