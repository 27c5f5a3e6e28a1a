import { formatAmount, nanoPerCny, referenceTokensPerCny, type NanoCny } from '@tollgate/contract/money';
import type { WindowFigures } from '../../domain/limits/coordination.ts';
import { capWindows } from '../../domain/limits/window.ts';
import type { KeyEntry } from '../../domain/tenants/directory.ts';
import { staysInCountry } from '../../domain/tenants/stays-in-country.ts';
import type { LocalEndpoint, LocalParts } from '../endpoint.ts';

function cap(limit: NanoCny | null, figures: WindowFigures | undefined, resetsAt: string) {
  const used = figures?.used ?? 0n;
  const reserved = figures?.held ?? 0n;
  const left = limit === null ? null : limit - used - reserved;
  return {
    cap: limit === null ? null : formatAmount(limit),
    used: formatAmount(used),
    reserved: formatAmount(reserved),
    remaining: left === null ? null : formatAmount(left > 0n ? left : 0n),
    reached: limit !== null && used >= limit,
    resets_at: resetsAt,
  };
}

function identity({ key, account, subAccount }: KeyEntry, formatIso: LocalParts['formatIso']) {
  return {
    id: key.id,
    hint: `${key.prefix}…${key.last4}`,
    remark: key.remark,
    expires_at: key.expiresAtMs === null ? null : formatIso(key.expiresAtMs),
    account: { id: account.account.id, name: account.account.name, plan: account.account.plan.id },
    sub_account: subAccount === null ? null : { id: subAccount.subAccount.id, name: subAccount.subAccount.name },
    strict: key.strict || account.account.plan.strict,
    domestic_only: staysInCountry({ key, account }),
    ip_allow_list: key.ipAllowList,
    model_allow_list: key.modelAllowList ?? [],
    sub_account_model_allow_list: subAccount?.subAccount.modelAllowList ?? [],
  };
}

function limits({ key, account }: KeyEntry) {
  return {
    requests_per_minute: account.account.limits.requestsPerMinute,
    concurrency: account.account.limits.concurrency,
    concurrency_recommended: account.account.plan.concurrencyRecommended,
    key: {
      requests_per_minute: key.limits.requestsPerMinute ?? null,
      tokens_per_minute: key.limits.tokensPerMinute ?? null,
      concurrency: key.limits.concurrency ?? null,
    },
  };
}

/** `GET /v1/key`: returns the state, caps, usage and limits of the key itself. */
export const keyShow: LocalEndpoint = {
  name: 'key.show',
  method: 'GET',
  path: '/key',
  document: {
    summary: 'Show the key',
    inShort: "this key's state, caps, use and limits",
    description: 'State, caps, usage, limits and balance of the key.',
  },
  async answer({ entry, atMs, accountId, keyId }, { coordination, calendar, formatIso }) {
    const { key, account, subAccount } = entry;
    const moment = calendar.at(atMs);
    const ofSub = subAccount === null ? [] : capWindows(subAccount.subAccount.id, moment);
    const windows = [accountId, ...capWindows(keyId, moment), ...ofSub];
    const [ofAccount, ofDay, ofMonth, ofSubDay, ofSubMonth] = await coordination.figures(accountId, keyId, windows);
    const available = account.credits - (ofAccount?.used ?? 0n) - (ofAccount?.held ?? 0n);
    const daily = cap(key.dailyCap, ofDay, formatIso(moment.dayEndsMs));
    const monthly = cap(key.monthlyCap, ofMonth, formatIso(moment.monthEndsMs));
    const caps =
      subAccount === null
        ? null
        : {
            daily: cap(subAccount.subAccount.dailyCap, ofSubDay, formatIso(moment.dayEndsMs)),
            monthly: cap(subAccount.subAccount.monthlyCap, ofSubMonth, formatIso(moment.monthEndsMs)),
          };
    return {
      object: 'key',
      ...identity(entry, formatIso),
      status: [daily, monthly, ...Object.values(caps ?? {})].some(({ reached }) => reached) ? 'paused' : 'available',
      balance: {
        currency: 'CNY',
        available: formatAmount(available),
        reserved: formatAmount(ofAccount?.held ?? 0n),
        reference_tokens: (((available > 0n ? available : 0n) * referenceTokensPerCny) / nanoPerCny).toString(),
      },
      caps: { daily, monthly },
      sub_account_caps: caps,
      limits: { ...limits(entry), running: await coordination.running(accountId) },
    };
  },
};
