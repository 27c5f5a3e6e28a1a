import type { Locale } from '../enumerations.ts';
import type { AutoTopUpStop } from './auto-top-up-states.ts';
import type { ChargeFault } from './payments.ts';
import { noticeKind } from '../notices/notice-kind.ts';

type FaultWords = Readonly<Record<Exclude<ChargeFault, 'called_off'>, string>>;

/** Why a card was not charged, and what to do. Full sentences. */
export const chargeFaultWords: Readonly<Record<Locale, FaultWords>> = {
  zh: {
    declined: '发卡银行拒绝了这笔扣款。请更换银行卡，或联系发卡银行。',
    insufficient_funds: '卡内余额或额度不足。请存入资金后等待重试，或更换银行卡。',
    authentication_required: '发卡银行要求持卡人本人验证，无法自动扣款。请重新保存这张卡，或手动充值一次。',
    expired_card: '银行卡已过期。请保存一张新卡。',
    card_gone: '支付平台中已没有这张卡。请重新保存一张卡。',
    service_away: '支付平台两小时内没有响应，未扣款。系统会在一小时后重试，如需立即到账，请手动充值。',
  },
  en: {
    declined: 'The card issuer declined the charge. Save another card, or contact the issuer.',
    insufficient_funds: 'The card has insufficient funds. Add funds and wait for the retry, or save another card.',
    authentication_required:
      'The card issuer requires the cardholder to confirm, which an automatic charge cannot do. Save the card again, or top up manually once.',
    expired_card: 'The card has expired. Save a new one.',
    card_gone: 'The payment service no longer has this card. Save a card again.',
    service_away:
      'The payment service did not respond for two hours, and nothing was charged. The charge is retried in an hour; top up manually if it is urgent.',
  },
};

const stopWords: Readonly<Record<Locale, Readonly<Record<AutoTopUpStop, string>>>> = {
  zh: {
    failures: '连续三次扣款失败。',
    money_returned: '账号有退款，为避免退款后又自动充值。',
    closing: '账号正在注销。',
  },
  en: {
    failures: 'The card was declined three times in a row.',
    money_returned: 'The account has a refund in progress.',
    closing: 'The account is being closed.',
  },
};

const known = (words: Readonly<Record<string, string>>, name: string): string => words[name] ?? '';

/** Notices about automatic top-up. `card`: brand and last digits. */
export const autoTopUpNotices = {
  auto_top_up_done: noticeKind({
    params: ['amount', 'card', 'threshold'],
    level: 'info',
    mail: 'payers',
    words: {
      zh: ({ amount, card, threshold }, { money, name }) => ({
        title: `已自动充值 ${money(amount)}`,
        detail: `余额低于 ${money(threshold)}，已从 ${name(card)} 扣款，并计入余额。`,
        action: '查看订单',
      }),
      en: ({ amount, card, threshold }, { money, name }) => ({
        title: `${money(amount)} was topped up automatically`,
        detail: `The balance was below ${money(threshold)}. The amount was charged to ${name(card)} and added to the balance.`,
        action: 'View order',
      }),
    },
  }),
  auto_top_up_failed: noticeKind({
    params: ['amount', 'card', 'fault'],
    level: 'warning',
    mail: 'payers',
    words: {
      zh: ({ amount, card, fault }, { money, name }) => ({
        title: `自动充值 ${money(amount)} 失败`,
        detail: `${name(card)}：${known(chargeFaultWords.zh, fault)}余额用完后，调用会被拒绝，不收费。`,
        action: '查看自动充值',
      }),
      en: ({ amount, card, fault }, { money, name }) => ({
        title: `The automatic top-up of ${money(amount)} failed`,
        detail: `${name(card)}: ${known(chargeFaultWords.en, fault)} Once the balance is used up, calls are refused and not charged.`,
        action: 'View automatic top-up',
      }),
    },
  }),
  /** `fault`: error of the last charge; empty if there is none. */
  auto_top_up_off: noticeKind({
    params: ['cause', 'fault'],
    level: 'warning',
    mail: 'payers',
    words: {
      zh: ({ cause, fault }) => ({
        title: '自动充值已关闭',
        detail: `${known(stopWords.zh, cause)}${known(chargeFaultWords.zh, fault)}不再自动扣款，如有需要请重新开启。`,
        action: '查看自动充值',
      }),
      en: ({ cause, fault }) => ({
        title: 'Automatic top-up is off',
        detail: [known(stopWords.en, cause), known(chargeFaultWords.en, fault), 'Nothing is charged until you turn it on again.']
          .filter((sentence) => sentence !== '')
          .join(' '),
        action: 'View automatic top-up',
      }),
    },
  }),
  auto_top_up_limit: noticeKind({
    params: ['month', 'maximum', 'charged'],
    level: 'warning',
    mail: 'payers',
    words: {
      zh: ({ month, maximum, charged }, { money }) => ({
        title: `${month} 的自动充值已达上限`,
        detail: `已自动充值 ${money(charged)}，每月上限 ${money(maximum)}，再充值一次将超出上限。余额低于设定值，请手动充值或调高上限。`,
        action: '查看自动充值',
      }),
      en: ({ month, maximum, charged }, { money }) => ({
        title: `Automatic top-up reached its limit for ${month}`,
        detail: `${money(charged)} was charged; another top-up would exceed the monthly limit of ${money(maximum)}. The balance is below your threshold: top up manually, or raise the limit.`,
        action: 'View automatic top-up',
      }),
    },
  }),
} as const;
