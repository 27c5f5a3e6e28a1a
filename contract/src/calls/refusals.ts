import type { Refusals } from '../refusals/refusal-words.ts';

/** Refusals about the call log, usage totals and exports. */
export const callRefusals = {
  exports_today: {
    code: 'rate_limit_exceeded',
    en: 'An account can create at most {max} call log exports in 24 hours. Try again after 24 hours.',
    zh: '每个账号 24 小时内最多导出 {max} 次调用日志。请 24 小时后重试。',
  },
  older_calls_summed: {
    code: 'invalid_parameter',
    en: '`from` must be within the last {days} days because older calls are deleted. GET /api/admin/usage has older totals.',
    zh: '调用日志只保留 {days} 天。更早的数据请查看用量分析。',
  },
  older_calls_in_usage: {
    code: 'invalid_parameter',
    en: '`from` must be within the last {days} days because older calls are deleted. See the usage page for older totals.',
    zh: '调用日志只保留 {days} 天。更早的数据请查看用量分析页。',
  },
  call_cursor_wrong: {
    code: 'invalid_parameter',
    en: '`cursor` must be the `next` value of a previous page. Omit it for the first page.',
    zh: '翻页位置无效。请回到第一页。',
  },
  no_room_for_export: {
    code: 'conflict',
    en: 'The file store has no room for this many calls. Narrow the filter to 50,000 calls, or wait until older files expire.',
    zh: '调用数量过多，文件存储空间不足。请把筛选范围缩小到 50,000 条以内，或等旧文件过期。',
  },
  export_runs: {
    code: 'conflict',
    en: 'An export of this account is already in progress. Wait until it completes, or cancel it.',
    zh: '本账号已有导出任务正在进行。请等待完成，或先取消。',
  },
  export_not_ready: {
    code: 'conflict',
    en: 'The file is not ready yet. Try again when the state of the export is "ready".',
    zh: '文件正在生成。请在导出完成后下载。',
  },
  export_has_no_file: {
    code: 'conflict',
    en: 'This export has no file. Create a new export.',
    zh: '这次导出没有文件。请重新导出。',
  },
  export_writer_busy: {
    code: 'concurrency_limit_exceeded',
    en: 'Another export is being written. Try again in a minute.',
    zh: '另一个导出正在写入。请 1 分钟后重试。',
  },
} as const satisfies Refusals;
