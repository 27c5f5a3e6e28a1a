import type { Locale } from '../enumerations.ts';
import { freezeReasonText } from '../tenants/freeze-reasons.ts';
import { noticeKind } from './notice-kind.ts';

/** Display names of settings that operators change. Other settings appear under their API names. */
const settingWords: Readonly<Record<Locale, Readonly<Record<string, string>>>> = {
  zh: {
    name: '名称',
    email: '联系邮箱',
    plan: '套餐',
    limits: '频率与并发限制',
    own_limits: '专属限制',
    price_multiplier: '价格系数',
    domestic_only: '仅境内线路',
    routing: '线路选择',
    preferred_route: '首选线路',
    isolation: '上游范围',
    broken_connections_exempt: '断开连接豁免',
    status: '状态',
    remark: '备注',
    daily_cap: '日上限',
    monthly_cap: '月上限',
    ip_allow_list: 'IP 白名单',
    model_allow_list: '模型清单',
    expires_at: '有效期',
    strict: '严格模式',
  },
  en: {
    name: 'name',
    email: 'contact address',
    plan: 'plan',
    limits: 'rate and concurrency limits',
    own_limits: 'own limits',
    price_multiplier: 'price multiplier',
    domestic_only: 'domestic routes only',
    routing: 'choice of routes',
    preferred_route: 'preferred route',
    isolation: 'upstreams',
    broken_connections_exempt: 'exemption for broken connections',
    status: 'status',
    remark: 'remark',
    daily_cap: 'daily cap',
    monthly_cap: 'monthly cap',
    ip_allow_list: 'IP allow-list',
    model_allow_list: 'model allow-list',
    expires_at: 'expiry',
    strict: 'strict mode',
  },
};

function settingsText(fields: string, locale: Locale): string {
  const named = fields.split(',').map((field) => settingWords[locale][field] ?? field);
  return [...new Set(named)].join(locale === 'zh' ? '、' : ', ');
}

const objects = {
  zh: { account: '账号', sub_account: '子账号', key: '密钥' },
  en: { account: 'Account', sub_account: 'Sub-account', key: 'Key' },
} as const satisfies Readonly<Record<Locale, Readonly<Record<string, string>>>>;

const objectText = (what: string, locale: Locale): string =>
  (objects[locale] as Readonly<Record<string, string>>)[what] ?? objects[locale].account;

const isEnd = (change: string): boolean => change === 'deleted' || change === 'disabled';

/** Notices about operator actions on an account, its sub-accounts and its keys. */
export const operatorNotices = {
  /** `contact`: support contact for members; empty if the operator has not set one. */
  account_frozen: noticeKind({
    params: ['reason', 'contact', 'at'],
    level: 'paused',
    mail: 'managers',
    words: {
      zh: ({ reason, contact, at }, { moment, name }) => ({
        title: '账号已被冻结，所有密钥停用',
        detail: `原因：${name(freezeReasonText(reason, 'zh'))}。自 ${moment(at)} 起调用返回 account_frozen，不收费；余额和数据保留。${contact === '' ? '请联系运营方处理。' : `联系方式：${name(contact)}。`}`,
        action: '查看账号',
      }),
      en: ({ reason, contact, at }, { moment, name }) => ({
        title: 'The account is frozen and all its keys are disabled',
        detail: `Reason: ${name(freezeReasonText(reason, 'en'))}. Since ${moment(at)}, calls are refused with account_frozen at no charge; the balance and data are kept. ${contact === '' ? 'Contact the operator of the service.' : `Contact: ${name(contact)}.`}`,
        action: 'View account',
      }),
    },
  }),
  account_unfrozen: noticeKind({
    params: ['at'],
    level: 'info',
    mail: 'managers',
    words: {
      zh: ({ at }, { moment }) => ({
        title: '账号已解除冻结',
        detail: `自 ${moment(at)} 起，密钥恢复到冻结前的状态，不需要更换。`,
        action: '查看账号',
      }),
      en: ({ at }, { moment }) => ({
        title: 'The account is no longer frozen',
        detail: `Since ${moment(at)}, its keys work as they did before the freeze. You do not need to replace them.`,
        action: 'View account',
      }),
    },
  }),
  /**
   * `what`: account, sub_account or key. `change`: changed, disabled, enabled or deleted. `fields`: changed settings, separated by commas.
   */
  operator_change: noticeKind({
    params: ['what', 'name', 'change', 'fields', 'at'],
    level: 'info',
    mail: 'managers',
    words: {
      zh: ({ what, name: named, change, fields, at }, { moment, name }) => ({
        title:
          {
            disabled: `运营方停用了${objectText(what, 'zh')} ${name(named)}`,
            enabled: `运营方启用了${objectText(what, 'zh')} ${name(named)}`,
            deleted: `运营方删除了${objectText(what, 'zh')} ${name(named)}`,
          }[change] ?? `运营方修改了${objectText(what, 'zh')} ${name(named)} 的设置`,
        detail: `${moment(at)}${isEnd(change) || change === 'enabled' ? '' : `，改动：${settingsText(fields, 'zh')}`}。${isEnd(change) ? '之后的调用会被拒绝，不收费。' : '从下一次请求起生效。'}`,
        action: '查看修改',
      }),
      en: ({ what, name: named, change, fields, at }, { moment, name }) => ({
        title:
          {
            disabled: `${objectText(what, 'en')} ${name(named)} was disabled by the operator`,
            enabled: `${objectText(what, 'en')} ${name(named)} was enabled by the operator`,
            deleted: `${objectText(what, 'en')} ${name(named)} was deleted by the operator`,
          }[change] ?? `${objectText(what, 'en')} ${name(named)} was changed by the operator`,
        detail: `At ${moment(at)}.${isEnd(change) || change === 'enabled' ? '' : ` Changed: ${settingsText(fields, 'en')}.`} ${isEnd(change) ? 'Calls are refused from then on at no charge.' : 'Effective from the next request.'}`,
        action: 'View change',
      }),
    },
  }),
} as const;
