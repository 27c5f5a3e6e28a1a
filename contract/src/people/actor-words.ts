import type { Locale } from '../enumerations.ts';
import { methodWords } from '../payments/method-words.ts';

type Words = Readonly<Record<Locale, string>>;

/** Actors that are not people. */
const parts: Readonly<Record<string, Words>> = {
  system: { zh: '系统', en: 'System' },
  books: { zh: '系统', en: 'System' },
  job: { zh: '每小时的定时任务', en: 'Hourly job' },
  'first-start': { zh: '首次启动', en: 'First start' },
  environment: { zh: '环境变量', en: 'Environment variables' },
  'admin-token': { zh: '管理令牌', en: 'Admin token' },
  'auto-top-up': { zh: '自动充值', en: 'Automatic top-up' },
  'one-time-link': { zh: '一次性链接', en: 'One-time link' },
};

/** The author of a change: the address of a person, or the name of a part of the service or of a payment service. */
export function actorWords(actor: string, language: Locale): string {
  const [kind, name = ''] = actor.split(':', 2);
  const methods: Readonly<Record<string, string>> = methodWords[language];
  return (kind === 'payment' ? methods[name] : parts[actor]?.[language]) ?? actor;
}
