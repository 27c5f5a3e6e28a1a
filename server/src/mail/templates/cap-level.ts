import { button, facts, paragraph, type MailWriter } from '../mail-content.ts';
import { showMoment, showName, showYuan } from '../shown-values.ts';

const windowNames = { zh: { day: '日上限', month: '月上限' }, en: { day: 'daily cap', month: 'monthly cap' } };

export const capLevel: MailWriter<'cap-level'> = {
  zh: ({ account, key, level, window, spent, cap, resets, url }, context) => {
    const capName = windowNames.zh[window];
    const isPaused = level === '100';
    return {
      subject: isPaused ? `密钥「${showName(key)}」已暂停：${capName}用完` : `密钥「${showName(key)}」的${capName}已用 ${level}%`,
      blocks: [
        paragraph(
          isPaused
            ? `这把密钥的${capName}用完了，它的调用会被拒绝，不收费。提高上限，下一个请求就恢复；不改，到下面的时间自动恢复。`
            : `这把密钥的${capName}快用完了。用到 100% 时它会暂停，调用会被拒绝，不收费。`,
        ),
        facts(
          ['账号', showName(account)],
          ['密钥', showName(key)],
          ['已花费', showYuan(spent)],
          [capName, showYuan(cap)],
          ['重新计算', showMoment(resets, context)],
        ),
        button(isPaused ? '提高上限' : '查看密钥', url),
      ],
      why: '你是这个账号的所有者或管理员，或者账号留的是这个邮箱。',
    };
  },
  en: ({ account, key, level, window, spent, cap, resets, url }, context) => {
    const capName = windowNames.en[window];
    const isPaused = level === '100';
    return {
      subject: isPaused
        ? `Key “${showName(key)}” is paused: ${capName} reached`
        : `Key “${showName(key)}” has used ${level}% of its ${capName}`,
      blocks: [
        paragraph(
          isPaused
            ? `The ${capName} of this key is reached. Its calls are refused and not charged. Raise the cap and the next request works again; otherwise it works again at the time below.`
            : `The ${capName} of this key is nearly used up. At 100% the key is paused: its calls are refused and not charged.`,
        ),
        facts(
          ['Account', showName(account)],
          ['Key', showName(key)],
          ['Spent', showYuan(spent)],
          [capName.charAt(0).toUpperCase() + capName.slice(1), showYuan(cap)],
          ['Starts anew', showMoment(resets, context)],
        ),
        button(isPaused ? 'Raise the cap' : 'See the key', url),
      ],
      why: 'You are an owner or admin of this account, or it has this address on file.',
    };
  },
};
