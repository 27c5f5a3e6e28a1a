import type { Refusals } from '../refusals/refusal-words.ts';

/** Refusals about announcements, maintenance and incidents. */
export const newsRefusals = {
  maintenance_begun: {
    code: 'conflict',
    en: 'The maintenance has already started. End it early instead of deleting it.',
    zh: '维护已经开始，不能删除。请使用“提前结束”。',
  },
  maintenance_start_passed: {
    code: 'conflict',
    en: 'The maintenance has already started, so `maintenance.from` can no longer change.',
    zh: '维护已经开始，不能再修改开始时间。',
  },
  maintenance_over: {
    code: 'conflict',
    en: 'The maintenance is over, so its times can no longer change.',
    zh: '维护已结束，不能再修改时间。',
  },
  no_maintenance_runs: {
    code: 'conflict',
    en: 'This announcement has no maintenance in progress.',
    zh: '该公告没有进行中的维护。',
  },
  announcement_withdrawn: {
    code: 'conflict',
    en: 'This announcement was withdrawn. Create a new one.',
    zh: '该公告已撤下。请新建公告。',
  },
  incident_open: {
    code: 'conflict',
    en: 'This incident is still open. Resolve it before you add a postmortem.',
    zh: '故障尚未恢复。请先标记为已恢复，再填写复盘。',
  },
  incident_resolved: {
    code: 'conflict',
    en: 'This incident is resolved. Add a `postmortem` to it, or open a new incident.',
    zh: '该故障已恢复。请填写复盘，或新建故障。',
  },
  news_link_incomplete: {
    code: 'invalid_parameter',
    en: 'This link is incomplete. Open the full link from the mail, or turn these mails off in the console under alerts.',
    zh: '链接不完整。请打开邮件中的完整链接，或在控制台的提醒设置中关闭邮件。',
  },
} as const satisfies Refusals;
