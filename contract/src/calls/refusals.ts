import type { Refusals } from '../refusals/refusal-words.ts';

/** Refusals about the call log, sums and exports. */
export const callRefusals = {
  exports_today: {
    code: 'rate_limit_exceeded',
    en: 'An account can create at most {max} call log exports in 24 hours. Try again after 24 hours.',
    zh: '一个账号 24 小时内最多导出 {max} 次调用记录。请在 24 小时后再试。',
  },
  older_calls_summed: {
    code: 'invalid_parameter',
    en: '`from` must lie within the last {days} days; older calls are not kept. GET /api/admin/usage has older sums.',
    zh: '调用记录只保留 {days} 天。更早的看用量汇总。',
  },
  older_calls_in_usage: {
    code: 'invalid_parameter',
    en: '`from` must lie within the last {days} days; older calls are not kept, but usage has their sums.',
    zh: '调用记录只保留 {days} 天。更早的看用量页的汇总。',
  },
  call_cursor_wrong: {
    code: 'invalid_parameter',
    en: 'cursor must be the "next" of an earlier page.',
    zh: '翻页位置不对。请回到第一页。',
  },
  no_room_for_export: {
    code: 'conflict',
    en: 'There is no room for a file of so many calls. Narrow the filter to 50,000 calls, or wait until older files are gone.',
    zh: '调用太多，文件放不下。把筛选缩小到 50,000 条以内，或等旧文件到期。',
  },
  export_runs: {
    code: 'conflict',
    en: 'An export of this account is in progress. Wait until it ends, or cancel it.',
    zh: '这个账号已有一个导出正在进行。请等它完成，或先取消它。',
  },
  export_not_ready: {
    code: 'conflict',
    en: 'The file is still being made. Ask again until its state is "ready".',
    zh: '文件还在生成，好了再下载。',
  },
  export_has_no_file: {
    code: 'conflict',
    en: 'There is no file. Make another export.',
    zh: '没有文件。重新导出一次。',
  },
  export_writer_busy: {
    code: 'concurrency_limit_exceeded',
    en: 'Another export is being written. Try again when it is done, in a minute.',
    zh: '另一个导出正在写。一分钟后再试。',
  },
} as const satisfies Refusals;
