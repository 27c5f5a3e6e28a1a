import type { Refusals } from '../refusals/refusal-words.ts';

/** Refusals about announcements, maintenance and incidents. */
export const newsRefusals = {
  maintenance_begun: {
    code: 'conflict',
    en: 'The maintenance has begun: end it in place of removing it.',
    zh: '维护已经开始：用「提前结束」，不要删除。',
  },
  maintenance_start_passed: {
    code: 'conflict',
    en: 'The maintenance has begun: `maintenance.from` can change no more.',
    zh: '维护已经开始，开始时间不能再改。',
  },
  maintenance_over: {
    code: 'conflict',
    en: 'The maintenance is over: its times stay as they were.',
    zh: '维护已结束，时间不能再改。',
  },
  no_maintenance_runs: {
    code: 'conflict',
    en: 'No maintenance of this announcement runs now.',
    zh: '这条公告现在没有进行中的维护。',
  },
  announcement_withdrawn: {
    code: 'conflict',
    en: 'This announcement was withdrawn; make a new one.',
    zh: '这条公告已撤下。另发一条。',
  },
  incident_open: {
    code: 'conflict',
    en: 'This incident is open: resolve it before you tell why it was.',
    zh: '故障还没恢复：先标为已恢复，再写复盘。',
  },
  incident_resolved: {
    code: 'conflict',
    en: 'This incident is resolved; open a new one, or tell why it was with `postmortem`.',
    zh: '这个故障已恢复：可以写复盘，或另开一个故障。',
  },
  news_link_incomplete: {
    code: 'invalid_parameter',
    en: 'This link is not complete. Open it as it stands in the mail, or turn the mails off in the console under alerts.',
    zh: '链接不完整。照邮件里的原样打开，或在控制台的提醒里关掉邮件。',
  },
} as const satisfies Refusals;
