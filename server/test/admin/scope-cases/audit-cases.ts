import { ApiError } from '@tollgate/contract/errors';
import { beginBookAudit, findBookAudit, listBookAudits } from '../../../src/subjects/ledger/book-audits.ts';
import type { ControlContext } from '../../../src/control/control-context.ts';
import { operator } from '../../../src/control/principal.ts';
import type { ScopeCases } from './scope-case.ts';

const operations = {
  goOnAuditing(): void {
    // Whether it runs does not matter here.
  },
};

/** The audit that was started last. */
async function known(control: ControlContext): Promise<string | undefined> {
  return (await control.stores.bookAudits.list({ limit: 1, after: null }))[0]?.id;
}

export const auditCases: ScopeCases = {
  listBookAudits: { may: 'operator', ask: (control, principal) => listBookAudits(control, principal) },
  findBookAudit: {
    may: 'operator',
    prepare: async (control) => (await known(control)) ?? beginBookAudit(control, operator('test'), { operations }),
    ask: async (control, principal) => findBookAudit(control, principal, (await known(control)) ?? 'none'),
  },
  beginBookAudit: {
    may: 'operator',
    ask: (control, principal) =>
      beginBookAudit(control, principal, { operations }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 409) return 'one runs';
        throw error;
      }),
  },
};
