import type { Refusals } from '../refusals/refusal-words.ts';

/** Refusals about the installation as a whole. */
export const siteRefusals = {
  no_own_logo: {
    code: 'not_found',
    en: 'The logo that comes along is in use.',
    zh: '现在用的是自带的标志。',
  },
  backup_exists: {
    code: 'conflict',
    en: 'There is a backup called "{name}" already; a backup never overwrites a file.',
    zh: '已有名为 {name} 的备份。备份不覆盖文件，换一个名称。',
  },
} as const satisfies Refusals;
