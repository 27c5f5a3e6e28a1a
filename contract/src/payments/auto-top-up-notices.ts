import type { Locale } from '../enumerations.ts';
import type { AutoTopUpStop } from './auto-top-up-states.ts';
import type { ChargeFault } from './payments.ts';
import { noticeKind } from '../notices/notice-kind.ts';

type FaultWords = Readonly<Record<Exclude<ChargeFault, 'called_off'>, string>>;

/** Why nothing was taken, and what to do about it. Whole sentences. */
export const chargeFaultWords: Readonly<Record<Locale, FaultWords>> = {
  zh: {
    declined: '发卡银行拒绝了这笔扣款。换一张卡，或者问一下发卡银行。',
    insufficient_funds: '卡里的余额或额度不够。存入后会再试，也可以换一张卡。',
    authentication_required: '发卡银行要求持卡人本人验证，自动扣款做不到。重新保存这张卡，或者手动充值一次。',
    expired_card: '卡已过期。保存一张新卡。',
    card_gone: '支付服务里已经没有这张卡。重新保存一张卡。',
    service_away: '支付服务两小时内没有回应，没有扣款。一小时后会再试，着急的话可以手动充值。',
  },
  en: {
    declined: 'The bank of the card refused the charge. Save another card, or ask the bank.',
    insufficient_funds:
      'The card has too little money or credit left. It is tried again once you have paid in; another card works, too.',
    authentication_required:
      'The bank of the card wants its holder to confirm, which an automatic charge cannot do. Save the card again, or top up by hand once.',
    expired_card: 'The card has expired. Save a new one.',
    card_gone: 'The payment service knows this card no more. Save a card again.',
    service_away:
      'The payment service did not answer for two hours, and nothing was taken. It is tried again in an hour; top up by hand if it is urgent.',
  },
};

const stopWords: Readonly<Record<Locale, Readonly<Record<AutoTopUpStop, string>>>> = {
  zh: {
    failures: '连续三次没有扣成。',
    money_returned: '账号有退款，免得刚退回的钱又被自动充进来。',
    closing: '账号正在注销。',
  },
  en: {
    failures: 'The card was refused three times in a row.',
    money_returned: 'Money of the account is going back, and is not to be charged again at once.',
    closing: 'The account is being closed.',
  },
};

const known = (words: Readonly<Record<string, string>>, name: string): string => words[name] ?? '';

/** About top-ups that nobody makes by hand. `card`: brand and last digits. */
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
        detail: `The balance was below ${money(threshold)}. The money was taken from ${name(card)} and is in the balance.`,
        action: 'See the order',
      }),
    },
  }),
  auto_top_up_failed: noticeKind({
    params: ['amount', 'card', 'fault'],
    level: 'warning',
    mail: 'payers',
    words: {
      zh: ({ amount, card, fault }, { money, name }) => ({
        title: `自动充值 ${money(amount)} 没有成功`,
        detail: `${name(card)}：${known(chargeFaultWords.zh, fault)}余额用完后，调用会被拒绝，不收费。`,
        action: '查看自动充值',
      }),
      en: ({ amount, card, fault }, { money, name }) => ({
        title: `The automatic top-up of ${money(amount)} failed`,
        detail: `${name(card)}: ${known(chargeFaultWords.en, fault)} Once the balance is used up, calls are refused and not charged.`,
        action: 'See automatic top-up',
      }),
    },
  }),
  /** `fault`: of the last charge; empty where none is to blame. */
  auto_top_up_off: noticeKind({
    params: ['cause', 'fault'],
    level: 'warning',
    mail: 'payers',
    words: {
      zh: ({ cause, fault }) => ({
        title: '自动充值已关闭',
        detail: `${known(stopWords.zh, cause)}${known(chargeFaultWords.zh, fault)}不会再自动扣款，需要时重新开启。`,
        action: '查看自动充值',
      }),
      en: ({ cause, fault }) => ({
        title: 'Automatic top-up is switched off',
        detail: [
          known(stopWords.en, cause),
          known(chargeFaultWords.en, fault),
          'Nothing is charged until you switch it on again.',
        ]
          .filter((sentence) => sentence !== '')
          .join(' '),
        action: 'See automatic top-up',
      }),
    },
  }),
  auto_top_up_limit: noticeKind({
    params: ['month', 'maximum', 'charged'],
    level: 'warning',
    mail: 'payers',
    words: {
      zh: ({ month, maximum, charged }, { money }) => ({
        title: `${month} 的自动充值已到上限`,
        detail: `已自动充值 ${money(charged)}，每月最多 ${money(maximum)}，再充一次会超过。余额已低于设定的数，可以手动充值，或者调高上限。`,
        action: '查看自动充值',
      }),
      en: ({ month, maximum, charged }, { money }) => ({
        title: `Automatic top-up has reached its maximum of ${month}`,
        detail: `${money(charged)} of at most ${money(maximum)} a month was charged, and one more would go beyond. The balance is below what you have set: top up by hand, or raise the maximum.`,
        action: 'See automatic top-up',
      }),
    },
  }),
} as const;
