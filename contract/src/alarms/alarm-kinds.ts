import type { Locale } from '../enumerations.ts';
import { alarmKind, type AlarmKind } from './alarm-kind.ts';
import { answerAlarms } from './answer-alarms.ts';
import { errorAlarms } from './error-alarms.ts';
import { lifeAlarms } from '../account-life/life-alarms.ts';
import { paymentAlarms } from '../payments/payment-alarms.ts';
import { storageAlarms } from './storage-alarms.ts';
import { usageAlarms } from './usage-alarms.ts';

/**
 * Every kind of alarm to whoever runs the service. To add one: declare it here, or in a file of this folder by its subject, with its
 * words in both languages; robots, pages and the interface take it from here.
 */
export const alarmKinds = {
  upstream_key_dead: alarmKind({
    params: ['provider', 'region', 'key', 'fault'],
    words: {
      zh: {
        title: '上游密钥被拒绝',
        line: ({ provider, region, key, fault }) => `${provider}（${region}）的密钥 ${key}：${fault}`,
        remedy: '在运营后台的上游页换一把密钥，或去上游确认它还有效。其他密钥和线路继续服务。',
      },
      en: {
        title: 'An upstream refuses a key',
        line: ({ provider, region, key, fault }) => `Key ${key} of ${provider} (${region}): ${fault}`,
        remedy:
          'Put in another key on the page of providers, or make sure at the upstream that it is valid. Other keys and routes go on serving.',
      },
    },
  }),
  upstream_out_of_money: alarmKind({
    params: ['provider', 'region', 'key', 'fault'],
    words: {
      zh: {
        title: '上游账户没有余额',
        line: ({ provider, region, key, fault }) => `${provider}（${region}）的密钥 ${key}：${fault}`,
        remedy: '去上游充值。在此之前，调用会走其他线路。',
      },
      en: {
        title: 'An upstream account is out of money',
        line: ({ provider, region, key, fault }) => `Key ${key} of ${provider} (${region}): ${fault}`,
        remedy: 'Top up at the upstream. Until then calls go by other routes.',
      },
    },
  }),
  route_failing: alarmKind({
    params: ['provider', 'region', 'fault'],
    words: {
      zh: {
        title: '线路接连出错，已暂时停用',
        line: ({ provider, region, fault }) => `${provider}（${region}）：${fault}`,
        remedy: '线路恢复后会自动启用。一直不恢复时，在上游页测试它。',
      },
      en: {
        title: 'A route fails again and again and is put aside',
        line: ({ provider, region, fault }) => `${provider} (${region}): ${fault}`,
        remedy: 'It is used again as soon as it works. If it stays away, test it on the page of providers.',
      },
    },
  }),
  connections_crowded: alarmKind({
    params: ['network', 'held', 'max'],
    words: {
      zh: {
        title: '一个客户端网络占用了大量连接',
        line: ({ network, held, max }) => `${network} 已有 ${held} 个连接（总数上限 ${max}），新的连接已被拒绝`,
        remedy:
          '如果这是你自己的反向代理，把它的地址加入 TOLLGATE_TRUSTED_PROXIES。如果是客户端，在防火墙限制它，或提高 TOLLGATE_CONNECTIONS_MAX。',
      },
      en: {
        title: 'One client network holds very many connections',
        line: ({ network, held, max }) => `${network} holds ${held} of at most ${max} connections; further ones are refused`,
        remedy:
          'If this is your reverse proxy, add its address to TOLLGATE_TRUSTED_PROXIES. If it is a client, limit it in your firewall, or raise TOLLGATE_CONNECTIONS_MAX.',
      },
    },
  }),
  audit_difference: alarmKind({
    params: ['difference', 'findings'],
    words: {
      zh: {
        title: '账目不平',
        line: ({ difference, findings }) => `差额 ${difference} 纳元，发现 ${findings} 处`,
        remedy: '运行 tollgate audit 看每一处差额。',
      },
      en: {
        title: 'The books do not add up',
        line: ({ difference, findings }) => `A difference of ${difference} nano-CNY in ${findings} places`,
        remedy: 'Run `tollgate audit` to see each of them.',
      },
    },
  }),
  database_damaged: alarmKind({
    params: ['found', 'findings'],
    words: {
      zh: {
        title: '数据库文件损坏',
        line: ({ found, findings }) => `发现 ${findings} 处损坏，例如：${found}`,
        remedy: '停止服务，按运维手册（docs/operations.md）“Damaged files”一节从备份恢复，并检查磁盘。',
      },
      en: {
        title: 'A database file is damaged',
        line: ({ found, findings }) => `${findings} damaged places, for example: ${found}`,
        remedy: 'Stop the service, restore a backup (docs/operations.md, "Damaged files") and check the disk.',
      },
    },
  }),
  mail_not_sent: alarmKind({
    params: ['template', 'reason'],
    words: {
      zh: {
        title: '邮件发不出去',
        line: ({ template, reason }) => `${template}：${reason}`,
        remedy: '检查 TOLLGATE_SMTP_URL 和邮件服务器。没有发出的邮件在管理接口的邮件列表里。',
      },
      en: {
        title: 'Mails do not go out',
        line: ({ template, reason }) => `${template}: ${reason}`,
        remedy:
          'Check TOLLGATE_SMTP_URL and the mail server. What did not go out is in the list of mails of the admin interface.',
      },
    },
  }),
  calendar_without_data: alarmKind({
    params: ['year'],
    words: {
      zh: {
        title: '工作日历缺少数据',
        line: ({ year }) => `${year} 年还没有节假日和调休安排`,
        remedy: '导入这一年的工作日历。在此之前，预计日期会标为“估计”。',
      },
      en: {
        title: 'The calendar of working days has no data',
        line: ({ year }) => `Nothing is known of the holidays of ${year}`,
        remedy: 'Import the calendar of that year. Until then dates are shown as estimated.',
      },
    },
  }),
  job_failing: alarmKind({
    params: ['job', 'reason'],
    words: {
      zh: {
        title: '后台任务失败',
        line: ({ job, reason }) => `${job}：${reason}`,
        remedy: '任务会自动重试。一直失败时，按原因处理，或查看服务日志。',
      },
      en: {
        title: 'A background job fails',
        line: ({ job, reason }) => `${job}: ${reason}`,
        remedy: 'It is tried again by itself. If it keeps failing, see to the reason, or read the log of the service.',
      },
    },
  }),
  ...answerAlarms,
  ...errorAlarms,
  ...lifeAlarms,
  ...paymentAlarms,
  ...storageAlarms,
  ...usageAlarms,
} as const;

export type AlarmKindName = keyof typeof alarmKinds;
export type AlarmParams<Name extends AlarmKindName> =
  (typeof alarmKinds)[Name] extends AlarmKind<infer Param> ? Readonly<Record<Param, string>> : never;

export interface SaidAlarm {
  readonly title: string;
  readonly line: string;
  readonly remedy: string;
}

/** What one case of an alarm says; `null` where this version does not know its kind, or it lacks what the words need. */
export function alarmWords(kind: string, params: Readonly<Record<string, string>>, locale: Locale): SaidAlarm | null {
  if (!Object.hasOwn(alarmKinds, kind)) return null;
  const known = (alarmKinds as unknown as Readonly<Record<string, AlarmKind>>)[kind];
  if (known === undefined || known.params.some((name) => params[name] === undefined)) return null;
  const { title, line, remedy } = known.words[locale];
  return { title, line: line(params), remedy };
}
