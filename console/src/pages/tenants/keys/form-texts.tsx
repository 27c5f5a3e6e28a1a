import type { ReactNode } from 'react';
import { defineTexts } from '../../../i18n/texts.ts';

/** The permissions of a new key, as part of a sentence. */
export interface Allowed {
  readonly daily: string | null;
  readonly monthly: string | null;
  /** Null for all models. */
  readonly models: number | null;
  readonly areBasic: boolean;
  /** Null for any address. */
  readonly addresses: number | null;
  readonly expires: string | null;
}

function zhSpending({ daily, monthly }: Allowed): ReactNode {
  if (daily === null && monthly === null) return <b>花费不设上限</b>;
  if (daily === null) return <b>每月最多花 {monthly}</b>;
  return (
    <b>
      每天最多花 {daily}
      {monthly === null ? '' : `、每月 ${monthly}`}
    </b>
  );
}

function zhModels({ models, areBasic }: Allowed): ReactNode {
  if (models === null)
    return (
      <>
        可调用<b>全部模型</b>
      </>
    );
  return (
    <>
      只能调用所选的 <b>{`${String(models)} 个${areBasic ? '基础' : ''}模型`}</b>
    </>
  );
}

function zhAddresses({ addresses }: Allowed): ReactNode {
  if (addresses === null)
    return (
      <>
        接受来自<b>任何地址</b>的请求
      </>
    );
  return (
    <>
      只接受来自 <b>{addresses} 个地址或网段</b>的请求
    </>
  );
}

function enSpending({ daily, monthly }: Allowed): ReactNode {
  if (daily === null && monthly === null)
    return (
      <>
        can spend <b>without a cap</b>
      </>
    );
  const parts = [daily === null ? '' : `${daily} a day`, monthly === null ? '' : `${monthly} a month`];
  return (
    <>
      can spend <b>at most {parts.filter((part) => part !== '').join(' and ')}</b>
    </>
  );
}

function enModels({ models, areBasic }: Allowed): ReactNode {
  if (models === null)
    return (
      <>
        can call <b>all models</b>
      </>
    );
  return (
    <>
      can call only the <b>{`${String(models)} selected ${areBasic ? 'basic ' : ''}${models === 1 ? 'model' : 'models'}`}</b>
    </>
  );
}

function enAddresses({ addresses }: Allowed): ReactNode {
  if (addresses === null)
    return (
      <>
        accepts requests from <b>any address</b>
      </>
    );
  return (
    <>
      accepts requests from <b>{addresses === 1 ? '1 address or range' : `${String(addresses)} addresses or ranges`}</b> only
    </>
  );
}

export const formTexts = defineTexts({
  zh: {
    createTitle: '创建密钥',
    preset: '预设',
    presets: { test: '测试', production: '生产', custom: '自定义' },
    presetNotes: { test: '低日上限，基础模型', production: '按流量设上限，绑定 IP', custom: '全部自定义' },
    remark: '备注',
    subAccount: '子账号',
    optional: '可选',
    noSub: '无',
    capHint: '80 % 发站内信，90 % 加发邮件，100 % 自动暂停。',
    lastDays: (average: string, peak: string) => `近 30 天日均 ${average}，最高 ${peak}。`,
    takeSuggested: (cap: string) => `使用建议值 ${cap}`,
    addresses: 'IP 白名单',
    addressesNote: '留空为不限',
    addressesHint: '单个 IPv4、IPv4 网段或 IPv6',
    addMine: (address: string) => `加入我的当前地址 ${address}`,
    emptied: '清空后，任何地址都可以用该密钥调用。',
    more: '更多：有效期、速率、严格模式',
    expires: '有效期至',
    expiresNote: (zone: string) => `可选，时区 ${zone}`,
    requests: '每分钟请求数',
    tokens: '每分钟 token 数',
    concurrency: '并发请求数',
    unlimited: '不限',
    ofAccount: (limit: string) => `账号上限 ${limit}`,
    strict: '严格模式：按最高费用预留，绝不超出上限',
    domestic: '仅境内线路',
    routing: '线路选择',
    routings: { default: '系统默认', balanced: '按权重分配', cheapest: '优先成本最低', fastest: '优先首字最快' },
    preferred: '首选线路',
    preferredHint: '该线路可用时优先使用，不受线路选择影响。列出的是本账号自有上游的线路。',
    noRoute: '不指定',
    otherRoute: '其他线路（由平台指定或已删除）',
    regions: { domestic: '境内', overseas: '境外' },
    cancel: '取消',
    create: '创建',
    save: '保存',
    saved: (remark: string) => `${remark} 已保存，从下一次请求起生效。`,
    discard: '放弃修改',
    fault: {
      remark: '请输入备注，删除和重置时需要用它确认。',
      addresses: (list: string) => `地址无效：${list}。请输入单个 IPv4、IPv4 网段或 IPv6。`,
      count: '请输入 1 以上的整数，或留空。',
    },
    sentence: (allowed: Allowed): ReactNode => (
      <>
        这个密钥{zhSpending(allowed)}，{zhModels(allowed)}，{zhAddresses(allowed)}
        {allowed.expires === null ? '' : `，${allowed.expires} 到期`}。
      </>
    ),
    withoutMail: { capHint: '80 % 和 90 % 发站内信，100 % 自动暂停。' },
  },
  en: {
    createTitle: 'Create key',
    preset: 'Preset',
    presets: { test: 'Test', production: 'Production', custom: 'Custom' },
    presetNotes: { test: 'low cap, basic models', production: 'cap by traffic, bound to IPs', custom: 'set everything' },
    remark: 'Remark',
    subAccount: 'Sub-account',
    optional: 'optional',
    noSub: 'none',
    capHint: 'Message at 80 %, e-mail too at 90 %, paused at 100 %.',
    lastDays: (average: string, peak: string) => `Last 30 days: ${average} a day on average, ${peak} at most.`,
    takeSuggested: (cap: string) => `Use the suggested ${cap}`,
    addresses: 'IP allow-list',
    addressesNote: 'empty: any address',
    addressesHint: 'IPv4, IPv4 range or IPv6',
    addMine: (address: string) => `Add my current address ${address}`,
    emptied: 'If empty, any address can call with this key.',
    more: 'More: expiry, rate, strict mode',
    expires: 'Expires',
    expiresNote: (zone: string) => `optional, in ${zone}`,
    requests: 'Requests per minute',
    tokens: 'Tokens per minute',
    concurrency: 'Concurrent requests',
    unlimited: 'Unlimited',
    ofAccount: (limit: string) => `Account: ${limit}`,
    strict: 'Strict: reserve the maximum cost so that a cap is never exceeded',
    domestic: 'Domestic routes only',
    routing: 'Choice of routes',
    routings: { default: 'Default', balanced: 'By weight', cheapest: 'Lowest cost first', fastest: 'Fastest first token first' },
    preferred: 'Preferred route',
    preferredHint: "Used first while it works, whatever the choice of routes. Lists the routes of this account's own upstreams.",
    noRoute: 'none',
    otherRoute: 'another route (set by the operator, or deleted)',
    regions: { domestic: 'domestic', overseas: 'overseas' },
    cancel: 'Cancel',
    create: 'Create',
    save: 'Save',
    saved: (remark: string) => `${remark} saved. Changes apply from the next request.`,
    discard: 'Discard changes',
    fault: {
      remark: 'Enter a remark. You need it to confirm a reset or deletion.',
      addresses: (list: string) => `Invalid address: ${list}. Use IPv4, an IPv4 range or IPv6.`,
      count: 'Enter a whole number of at least 1, or leave it empty.',
    },
    sentence: (allowed: Allowed): ReactNode => (
      <>
        This key {enSpending(allowed)}, {enModels(allowed)}, and {enAddresses(allowed)}
        {allowed.expires === null ? '' : `, until ${allowed.expires}`}.
      </>
    ),
    withoutMail: { capHint: 'Message at 80 and 90 %, paused at 100 %.' },
  },
});
