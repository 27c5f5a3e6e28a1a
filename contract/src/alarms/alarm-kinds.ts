import type { Locale } from '../enumerations.ts';
import { alarmKind, type AlarmKind } from './alarm-kind.ts';
import { alarmValues } from './alarm-values.ts';
import { answerAlarms } from './answer-alarms.ts';
import { errorAlarms } from './error-alarms.ts';
import { lifeAlarms } from '../account-life/life-alarms.ts';
import { paymentAlarms } from '../payments/payment-alarms.ts';
import { storageAlarms } from './storage-alarms.ts';
import { usageAlarms } from './usage-alarms.ts';

/**
 * All kinds of operator alarms. To add one, declare it here or in a file of this folder, with texts in both languages. Chat bots, pages
 * and the API read it from here.
 */
export const alarmKinds = {
  upstream_key_dead: alarmKind({
    params: ['provider', 'region', 'key', 'fault'],
    words: {
      zh: {
        title: '上游密钥被拒绝',
        line: ({ provider, region, key, fault }) => `${provider}（${region}）的密钥 ${key}：${fault}`,
        remedy: '请在运营后台的“上游”页更换密钥，或在上游确认密钥有效。其他密钥和线路不受影响。',
      },
      en: {
        title: 'A provider rejects a key',
        line: ({ provider, region, key, fault }) => `Key ${key} of ${provider} (${region}): ${fault}`,
        remedy:
          'Replace the key on the Upstreams page of the console, or check with the provider that it is valid. Other keys and routes keep serving.',
      },
    },
  }),
  upstream_out_of_money: alarmKind({
    params: ['provider', 'region', 'key', 'fault'],
    words: {
      zh: {
        title: '上游账号余额不足',
        line: ({ provider, region, key, fault }) => `${provider}（${region}）的密钥 ${key}：${fault}`,
        remedy: '请在上游充值。在此之前，调用使用其他线路。',
      },
      en: {
        title: 'A provider account has no balance left',
        line: ({ provider, region, key, fault }) => `Key ${key} of ${provider} (${region}): ${fault}`,
        remedy: 'Top up at the provider. Until then, calls use other routes.',
      },
    },
  }),
  route_failing: alarmKind({
    params: ['provider', 'region', 'fault'],
    words: {
      zh: {
        title: '线路连续出错，已暂时停用',
        line: ({ provider, region, fault }) => `${provider}（${region}）：${fault}`,
        remedy: '线路恢复后会自动启用。如果一直没有恢复，请在运营后台的“上游”页测试。',
      },
      en: {
        title: 'A route keeps failing and is temporarily disabled',
        line: ({ provider, region, fault }) => `${provider} (${region}): ${fault}`,
        remedy: 'It is enabled again as soon as it works. If it stays disabled, test it on the Upstreams page of the console.',
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
          '如果是反向代理，请将其地址加入 TOLLGATE_TRUSTED_PROXIES。如果是客户端，请在防火墙限制，或调大 TOLLGATE_CONNECTIONS_MAX。',
      },
      en: {
        title: 'One client network holds too many connections',
        line: ({ network, held, max }) => `${network} holds ${held} of at most ${max} connections; new ones are refused`,
        remedy:
          'If this is your reverse proxy, add its address to TOLLGATE_TRUSTED_PROXIES. If it is a client, limit it in your firewall or raise TOLLGATE_CONNECTIONS_MAX.',
      },
    },
  }),
  audit_difference: alarmKind({
    params: ['difference', 'findings'],
    words: {
      zh: {
        title: '账目不平',
        line: ({ difference, findings }) => `差额 ${difference} 纳元，发现 ${findings} 处`,
        remedy: '请运行 tollgate audit 查看每一处差额。',
      },
      en: {
        title: 'The ledger does not balance',
        line: ({ difference, findings }) => `Difference of ${difference} nano-CNY, ${findings} findings`,
        remedy: 'Run `tollgate audit` to see each finding.',
      },
    },
  }),
  database_damaged: alarmKind({
    params: ['found', 'findings'],
    words: {
      zh: {
        title: '数据库文件损坏',
        line: ({ found, findings }) => `发现 ${findings} 处损坏，例如：${found}`,
        remedy: '请停止服务，按运维手册（docs/operations.md）“Damaged files”一节从备份恢复，并检查磁盘。',
      },
      en: {
        title: 'A database file is damaged',
        line: ({ found, findings }) => `${findings} findings, for example: ${found}`,
        remedy: 'Stop the service, restore a backup (docs/operations.md, "Damaged files") and check the disk.',
      },
    },
  }),
  mail_not_sent: alarmKind({
    params: ['template', 'reason'],
    words: {
      zh: {
        title: '邮件发送失败',
        line: ({ template, reason }) => `${template}：${reason}`,
        remedy: '请检查 TOLLGATE_SMTP_URL 和邮件服务器。未发出的邮件见管理接口 的邮件列表。',
      },
      en: {
        title: 'Mail cannot be sent',
        line: ({ template, reason }) => `${template}: ${reason}`,
        remedy: 'Check TOLLGATE_SMTP_URL and the mail server. Unsent mails are in the mail list of the admin API.',
      },
    },
  }),
  calendar_without_data: alarmKind({
    params: ['year'],
    words: {
      zh: {
        title: '工作日历缺少数据',
        line: ({ year }) => `${year} 年还没有节假日和调休安排`,
        remedy: '请导入该年的工作日历。在此之前，预计日期标为“估计”。',
      },
      en: {
        title: 'The working-day calendar is incomplete',
        line: ({ year }) => `Holidays of ${year} are missing`,
        remedy: 'Import the calendar of that year. Until then, dates are shown as estimates.',
      },
    },
  }),
  job_failing: alarmKind({
    params: ['job', 'reason'],
    words: {
      zh: {
        title: '后台任务失败',
        line: ({ job, reason }) => `${job}：${reason}`,
        remedy: '任务会自动重试。如果持续失败，请按原因处理，或查看服务日志。',
      },
      en: {
        title: 'A background job failed',
        line: ({ job, reason }) => `${job}: ${reason}`,
        remedy: 'It is retried automatically. If it keeps failing, fix the cause or check the service log.',
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

/** The text of one alarm case; `null` if this version does not know the kind or a parameter is missing. */
export function alarmWords(kind: string, params: Readonly<Record<string, string>>, locale: Locale): SaidAlarm | null {
  if (!Object.hasOwn(alarmKinds, kind)) return null;
  const known = (alarmKinds as unknown as Readonly<Record<string, AlarmKind>>)[kind];
  if (known === undefined || known.params.some((name) => params[name] === undefined)) return null;
  const { title, line, remedy } = known.words[locale];
  return { title, line: line(alarmValues(params, locale)), remedy };
}
