import { button, facts, paragraph, type MailWriter } from '../mail-content.ts';
import { showMoment, showName, showYuan } from '../shown-values.ts';

/** The owner of a cap, and what stops when the cap is reached. */
const owners = {
  zh: {
    key: { name: '密钥', this: '该密钥', see: '查看密钥' },
    sub_account: { name: '子账号', this: '该子账号', see: '查看子账号' },
  },
  en: {
    key: { name: 'Key', this: 'this key', paused: 'the key is paused: its calls are', see: 'View key' },
    sub_account: {
      name: 'Sub-account',
      this: 'this sub-account',
      paused: 'its keys are paused: their calls are',
      see: 'View sub-account',
    },
  },
} as const;

const windowNames = { zh: { day: '日上限', month: '月上限' }, en: { day: 'daily cap', month: 'monthly cap' } };

export const capLevel: MailWriter<'cap-level'> = {
  zh: ({ of, account, key, level, window, spent, cap, resets, url }, context) => {
    const owner = owners.zh[of];
    const capName = windowNames.zh[window];
    const isPaused = level === '100';
    return {
      subject: isPaused
        ? `${owner.name}“${showName(key)}”已暂停：${capName}已用完`
        : `${owner.name}“${showName(key)}”的${capName}已用 ${level} %`,
      blocks: [
        paragraph(
          isPaused
            ? `${owner.this}的${capName}已用完，调用会被拒绝，不收费。提高上限后立即恢复，否则在下列时间自动恢复。`
            : `${owner.this}的${capName}即将用完。达到 100 % 时将暂停，调用会被拒绝，不收费。`,
        ),
        facts(
          ['账号', showName(account)],
          [owner.name, showName(key)],
          ['已花费', showYuan(spent)],
          [capName, showYuan(cap)],
          ['重置时间', showMoment(resets, context)],
        ),
        button(isPaused ? '提高上限' : owner.see, url),
      ],
      why: '你是该账号的所有者或管理员，或该账号使用此邮箱作为联系邮箱。',
    };
  },
  en: ({ of, account, key, level, window, spent, cap, resets, url }, context) => {
    const owner = owners.en[of];
    const capName = windowNames.en[window];
    const isPaused = level === '100';
    return {
      subject: isPaused
        ? `${owner.name} “${showName(key)}” is paused: ${capName} reached`
        : `${owner.name} “${showName(key)}” has used ${level} % of its ${capName}`,
      blocks: [
        paragraph(
          isPaused
            ? `The ${capName} of ${owner.this} is reached: calls are refused and not charged. Raise the cap to resume at once, or wait until the time below.`
            : `The ${capName} of ${owner.this} is nearly used up. At 100 % ${owner.paused} refused and not charged.`,
        ),
        facts(
          ['Account', showName(account)],
          [owner.name, showName(key)],
          ['Spent', showYuan(spent)],
          [capName.charAt(0).toUpperCase() + capName.slice(1), showYuan(cap)],
          ['Resets', showMoment(resets, context)],
        ),
        button(isPaused ? 'Raise the cap' : owner.see, url),
      ],
      why: 'You are an owner or admin of this account, or this is its contact address.',
    };
  },
};
