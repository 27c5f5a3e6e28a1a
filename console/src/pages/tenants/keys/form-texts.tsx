import type { ReactNode } from 'react';
import { defineTexts } from '../../../i18n/texts.ts';

/** What a key will be allowed to do, to be said in one sentence. */
export interface Allowed {
  readonly daily: string | null;
  readonly monthly: string | null;
  /** Null for all. */
  readonly models: number | null;
  readonly areBasic: boolean;
  /** Null for anywhere. */
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
      只能调用 <b>{`${String(models)} 个${areBasic ? '基础' : ''}模型`}</b>
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
      只接受来自 <b>{addresses} 个地址</b>的请求
    </>
  );
}

function enSpending({ daily, monthly }: Allowed): ReactNode {
  if (daily === null && monthly === null)
    return (
      <>
        spends <b>without a cap</b>
      </>
    );
  const parts = [daily === null ? '' : `${daily} a day`, monthly === null ? '' : `${monthly} a month`];
  return (
    <>
      spends <b>at most {parts.filter((part) => part !== '').join(' and ')}</b>
    </>
  );
}

function enModels({ models, areBasic }: Allowed): ReactNode {
  if (models === null)
    return (
      <>
        may call <b>all models</b>
      </>
    );
  return (
    <>
      may call <b>{`${String(models)} ${areBasic ? 'basic ' : ''}${models === 1 ? 'model' : 'models'}`}</b>
    </>
  );
}

function enAddresses({ addresses }: Allowed): ReactNode {
  if (addresses === null)
    return (
      <>
        answers requests from <b>anywhere</b>
      </>
    );
  return (
    <>
      answers <b>{addresses === 1 ? '1 address' : `${String(addresses)} addresses`}</b> only
    </>
  );
}

export const formTexts = defineTexts({
  zh: {
    createTitle: '创建密钥',
    preset: '预设',
    presets: { test: '测试', production: '生产', custom: '自定义' },
    presetNotes: { test: '低日上限，只用基础模型', production: '按流量设上限，绑定 IP', custom: '全部自己定' },
    remark: '备注',
    subAccount: '子账号',
    optional: '可选',
    noSub: '不归属',
    capHint: '80 % 发站内信，90 % 加发邮件，100 % 自动暂停。',
    lastDays: (average: string, peak: string) => `近 30 天日均 ${average}，最高 ${peak}。`,
    takeSuggested: (cap: string) => `用建议的 ${cap}`,
    addresses: 'IP 白名单',
    addressesNote: '空 = 不限',
    addressesHint: '单个 IPv4、IPv4 网段或 IPv6',
    addMine: (address: string) => `加入我现在的地址 ${address}`,
    emptied: '清空后，任何地址都可以用它调用。',
    more: '更多：有效期、速率、严格模式',
    expires: '有效期至',
    expiresNote: (zone: string) => `可选，按 ${zone} 计`,
    requests: '每分钟请求数',
    tokens: '每分钟 tokens',
    concurrency: '同时进行的请求',
    strict: '严格模式：按最坏情况预留，上限一分不超',
    domestic: '只用境内线路',
    cancel: '取消',
    create: '创建',
    save: '保存',
    saved: (remark: string) => `${remark} 已保存，从下一个请求起生效。`,
    discard: '放弃修改',
    fault: {
      remark: '写一个备注，删除和重置时要用它确认。',
      addresses: (list: string) => `不是地址：${list}。要单个 IPv4、IPv4 网段或 IPv6。`,
      count: '写 1 以上的整数，或留空。',
    },
    sentence: (allowed: Allowed): ReactNode => (
      <>
        这个密钥{zhSpending(allowed)}，{zhModels(allowed)}，{zhAddresses(allowed)}
        {allowed.expires === null ? '' : `，${allowed.expires} 到期`}。
      </>
    ),
  },
  en: {
    createTitle: 'Create key',
    preset: 'Preset',
    presets: { test: 'Test', production: 'Production', custom: 'Custom' },
    presetNotes: { test: 'low cap, basic models', production: 'cap by traffic, bound to IPs', custom: 'all by hand' },
    remark: 'Remark',
    subAccount: 'Sub-account',
    optional: 'optional',
    noSub: 'none',
    capHint: 'Message at 80 %, e-mail too at 90 %, paused at 100 %.',
    lastDays: (average: string, peak: string) => `Last 30 days: ${average} a day on average, ${peak} at most.`,
    takeSuggested: (cap: string) => `Use the suggested ${cap}`,
    addresses: 'IP allow-list',
    addressesNote: 'empty = anywhere',
    addressesHint: 'IPv4, IPv4 range or IPv6',
    addMine: (address: string) => `Add my address now, ${address}`,
    emptied: 'Once it is empty, every address may call with this key.',
    more: 'More: expiry, rate, strict',
    expires: 'Expires',
    expiresNote: (zone: string) => `optional, in ${zone}`,
    requests: 'Requests per minute',
    tokens: 'Tokens per minute',
    concurrency: 'Requests at once',
    strict: 'Strict: reserve the worst case, so that a cap is never overshot',
    domestic: 'Domestic routes only',
    cancel: 'Cancel',
    create: 'Create',
    save: 'Save',
    saved: (remark: string) => `${remark} is saved and works from the next request.`,
    discard: 'Discard changes',
    fault: {
      remark: 'Give it a remark: resetting and deleting ask for it.',
      addresses: (list: string) => `No address: ${list}. Use IPv4, an IPv4 range or IPv6.`,
      count: 'A whole number of at least 1, or nothing.',
    },
    sentence: (allowed: Allowed): ReactNode => (
      <>
        This key {enSpending(allowed)}, {enModels(allowed)}, and {enAddresses(allowed)}
        {allowed.expires === null ? '' : `, until ${allowed.expires}`}.
      </>
    ),
  },
});
