import type { Locale, UsageGroup } from '@tollgate/contract/enumerations';
import { formatExact } from '@tollgate/contract/money';
import { isTime, quantityName } from '@tollgate/contract/quantity-words';
import type { UsageExport, UsageFilter, UsageSums } from '../subjects/calls/usage/report-ports.ts';
import type { TenantNames } from './call-table.ts';
import { digits, type Cell } from './cells.ts';
import { csvFile } from './csv-file.ts';
import { xlsxFile } from './xlsx-file.ts';

type Words = Readonly<Record<Locale, string>>;

const pageRows = 1000;
/** A larger file is unreadable. Its last row says that it was cut off, so that it is not mistaken for the whole. */
const usageRowsMax = 500_000;

export interface UsageExportParts {
  /** In the order of the groups. */
  readonly page: (
    filter: UsageFilter,
    page: { readonly limit: number; readonly after: readonly (string | number)[] | null },
  ) => Promise<readonly UsageSums[]>;
  readonly names: TenantNames;
}

interface Column {
  readonly head: string;
  readonly width: number;
  readonly cell: (sums: UsageSums) => Cell;
  /** Whether the column also appears in the last row. */
  readonly isSum: boolean;
}

const sheetName: Words = { zh: '用量', en: 'Usage' };
const total: Words = { zh: '合计', en: 'Total' };
const notWhole: Words = {
  zh: `不完整：只有前 ${String(usageRowsMax)} 行，没有合计。请减少分组，或缩短时间范围。`,
  en: `INCOMPLETE: only the first ${String(usageRowsMax)} rows, without a total. Use fewer groups or fewer days.`,
};
const noModel: Words = { zh: '未指定模型', en: 'no model given' };
const noSubAccount: Words = { zh: '不属于子账号', en: 'no sub-account' };

/** 20261122 as `2026-11-22`. */
function dayText(value: string | number | undefined): string {
  return String(value ?? '').replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
}

function groupColumns({ locale, usage: { groups } }: UsageExport, names: TenantNames): readonly Column[] {
  const valueOf = (group: UsageGroup) => {
    const at = groups.indexOf(group);
    return (sums: UsageSums): string => String(sums.group[at] ?? '');
  };
  const text = (head: Words, width: number, cell: (sums: UsageSums) => Cell): Column => {
    return { head: head[locale], width, cell, isSum: false };
  };
  const key = valueOf('key_id');
  const part = valueOf('sub_account_id');
  const columns: Readonly<Record<UsageGroup, readonly Column[]>> = {
    account_id: [],
    day: [text({ zh: '日期', en: 'Day' }, 12, (sums) => dayText(valueOf('day')(sums)))],
    model: [text({ zh: '模型', en: 'Model' }, 30, (sums) => valueOf('model')(sums) || noModel[locale])],
    key_id: [
      text({ zh: '密钥备注', en: 'Key remark' }, 20, (sums) => names.keys.get(key(sums)) ?? null),
      text({ zh: '密钥 ID', en: 'Key ID' }, 26, key),
    ],
    sub_account_id: [
      text({ zh: '子账号', en: 'Sub-account' }, 20, (sums) =>
        part(sums) === '' ? noSubAccount[locale] : (names.subAccounts.get(part(sums)) ?? null),
      ),
      text({ zh: '子账号 ID', en: 'Sub-account ID' }, 26, part),
    ],
  };
  return groups.flatMap((group) => columns[group]);
}

const counts: readonly (readonly [Words, (sums: UsageSums) => bigint])[] = [
  [{ zh: '调用数', en: 'Calls' }, ({ calls }) => calls],
  [{ zh: '收费调用数', en: 'Charged calls' }, ({ chargedCalls }) => chargedCalls],
  [{ zh: '输入 token', en: 'Input tokens' }, ({ inputTokens }) => inputTokens],
  [{ zh: '缓存输入 token', en: 'Cached input tokens' }, ({ cachedTokens }) => cachedTokens],
  [{ zh: '输出 token', en: 'Output tokens' }, ({ outputTokens }) => outputTokens],
  [{ zh: '推理 token', en: 'Reasoning tokens' }, ({ reasoningTokens }) => reasoningTokens],
];

/** Milliseconds as seconds, without losing a digit. */
function secondsText(ms: bigint): string {
  const text = `${String(ms / 1000n)}.${String(ms % 1000n).padStart(3, '0')}`;
  return text.replace(/\.?0+$/, '');
}

function quantityColumn(name: string, locale: Locale): Column {
  const unit: Words = { zh: '（秒）', en: ' (s)' };
  return {
    head: `${quantityName(name, locale)}${isTime(name) ? unit[locale] : ''}`,
    width: 14,
    isSum: true,
    cell: ({ quantities }) => {
      const amount = quantities[name] ?? 0n;
      return digits(isTime(name) ? secondsText(amount) : amount);
    },
  };
}

function columnsOf(order: UsageExport, names: TenantNames, quantities: readonly string[]): readonly Column[] {
  const { locale, format } = order;
  const sum = (head: Words, width: number, cell: (sums: UsageSums) => Cell): Column => {
    return { head: head[locale], width, cell, isSum: true };
  };
  const exact = sum({ zh: '收费（精确）', en: 'Charged (exact)' }, 18, ({ charge }) => formatExact(charge));
  return [
    ...groupColumns(order, names),
    ...counts.map(([head, of]) => sum(head, 14, (sums) => digits(of(sums)))),
    ...quantities.map((name) => quantityColumn(name, locale)),
    sum({ zh: '收费（CNY）', en: 'Charged (CNY)' }, 16, ({ charge }) => digits(formatExact(charge))),
    // A worksheet stores 15 digits of a number, so the exact amount is next to it as text.
    ...(format === 'xlsx' ? [exact] : []),
  ];
}

function plus(left: UsageSums, right: UsageSums): UsageSums {
  const names = new Set([...Object.keys(left.quantities), ...Object.keys(right.quantities)]);
  return {
    group: [],
    calls: left.calls + right.calls,
    chargedCalls: left.chargedCalls + right.chargedCalls,
    inputTokens: left.inputTokens + right.inputTokens,
    cachedTokens: left.cachedTokens + right.cachedTokens,
    outputTokens: left.outputTokens + right.outputTokens,
    reasoningTokens: left.reasoningTokens + right.reasoningTokens,
    charge: left.charge + right.charge,
    uncollected: left.uncollected + right.uncollected,
    upstreamCost: left.upstreamCost + right.upstreamCost,
    quantities: Object.fromEntries(
      [...names].map((name) => [name, (left.quantities[name] ?? 0n) + (right.quantities[name] ?? 0n)]),
    ),
  };
}

const nothing: UsageSums = {
  group: [],
  calls: 0n,
  chargedCalls: 0n,
  inputTokens: 0n,
  cachedTokens: 0n,
  outputTokens: 0n,
  reasoningTokens: 0n,
  charge: 0n,
  uncollected: 0n,
  upstreamCost: 0n,
  quantities: {},
};

/** Sums of usage in the order of their groups, with the total last, as a file that is created while it is read. */
export async function* exportUsage(order: UsageExport, { page, names }: UsageExportParts): AsyncGenerator<Buffer> {
  const { usage, format, encoding, locale } = order;
  const whole = await page({ ...usage, groups: [] }, { limit: 1, after: null });
  const columns = columnsOf(order, names, Object.keys(whole[0]?.quantities ?? {}).sort());
  let sum = nothing;
  let isWhole = false;

  async function* rows(): AsyncGenerator<readonly (readonly Cell[])[]> {
    let after: UsageSums['group'] | null = null;
    for (let out = 0; out < usageRowsMax; out += pageRows) {
      const some: readonly UsageSums[] = await page(usage, { limit: pageRows, after });
      sum = some.reduce(plus, sum);
      yield some.map((sums) => columns.map(({ cell }) => cell(sums)));
      after = some.at(-1)?.group ?? null;
      isWhole = some.length < pageRows;
      if (isWhole) return;
    }
    isWhole = (await page(usage, { limit: 1, after })).length === 0;
  }

  const table = {
    sheetName: sheetName[locale],
    heads: columns.map(({ head }) => head),
    widths: columns.map(({ width }) => width),
    rows: rows(),
    last: () =>
      columns.map(({ cell, isSum }, at) => {
        if (at === 0) return isWhole ? total[locale] : notWhole[locale];
        return isSum && isWhole ? cell(sum) : null;
      }),
  };
  yield* format === 'xlsx' ? xlsxFile(table) : csvFile(table, encoding);
}
