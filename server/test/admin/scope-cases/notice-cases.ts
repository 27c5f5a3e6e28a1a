import { listNotices } from '../../../src/subjects/notices/list-notices.ts';
import { countUnreadNotices, followNotices, markNoticesRead } from '../../../src/subjects/notices/notices.ts';
import type { ScopeCases } from './scope-case.ts';

export const noticeCases: ScopeCases = {
  listNotices: {
    may: 'whole',
    ask: (control, principal, { account }) => listNotices(control, principal, { accountId: account }),
  },
  countUnreadNotices: {
    may: 'whole',
    ask: (control, principal, { account }) => countUnreadNotices(control, principal, account),
  },
  markNoticesRead: {
    may: 'whole',
    ask: (control, principal, { account }) => markNoticesRead(control, principal, account, {}),
  },
  followNotices: { may: 'whole', ask: (control, principal, { account }) => followNotices(control, principal, account, null) },
};
