import { endImpersonation, startImpersonation } from '../../../src/subjects/people/impersonation.ts';
import { keyNames } from '../../../src/control/names.ts';
import { priceTerms } from '../../../src/subjects/catalogue/prices/price-overrides.ts';
import { accountsOnPlans } from '../../../src/subjects/tenants/plans/plans.ts';
import { readLastAudit, readOverview } from '../../../src/subjects/site/overview.ts';
import { listWork } from '../../../src/subjects/site/work-queues.ts';
import { patchSiteSettings, readSiteSettings } from '../../../src/subjects/site/site-settings.ts';
import type { ScopeCases } from './scope-case.ts';

export const siteCases: ScopeCases = {
  startImpersonation: {
    may: 'operator',
    ask: (control, principal, { account: accountId }) =>
      startImpersonation(control, principal, { userId: 'usr_look', accountId }),
  },
  endImpersonation: {
    may: 'operator',
    ask: async (control, principal) => {
      await endImpersonation(control, principal, 'usr_look');
      return 'ended';
    },
  },
  accountsOnPlans: { may: 'operator', ask: (control, principal) => accountsOnPlans(control, principal) },
  listWork: { may: 'operator', ask: (control, principal) => listWork(control, principal) },
  priceTerms: {
    may: 'operator',
    ask: (control, principal, { account: ownerId }) =>
      priceTerms(control, principal, [{ ownerKind: 'account', ownerId, model: 'none', versions: [] }]),
  },
  keyNames: { may: 'operator', ask: (control, principal, { key }) => keyNames(control, principal, [key]) },
  readOverview: { may: 'operator', ask: (control, principal) => readOverview(control, principal, 'today') },
  readLastAudit: { may: 'operator', ask: async (control, principal) => (await readLastAudit(control, principal)) ?? 'none' },
  readSiteSettings: { may: 'operator', ask: (control, principal) => readSiteSettings(control, principal) },
  patchSiteSettings: {
    may: 'operator',
    ask: (control, principal) => patchSiteSettings(control, principal, { company_name: 'Changed' }),
  },
};
