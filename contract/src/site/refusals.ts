import type { Refusals } from '../refusals/refusal-words.ts';

/** Refusals about the installation as a whole. */
export const siteRefusals = {
  no_own_logo: {
    code: 'not_found',
    en: 'The service uses the default logo.',
    zh: '当前使用默认标志。',
  },
  backup_exists: {
    code: 'conflict',
    en: 'A backup named "{name}" already exists. Choose another name.',
    zh: '已有名为 {name} 的备份。请换一个名称。',
  },
} as const satisfies Refusals;
