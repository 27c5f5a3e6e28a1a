import { patchSiteSettings, readSiteSettings } from '../../../src/control/site-settings.ts';
import type { ScopeCases } from './scope-case.ts';

export const siteCases: ScopeCases = {
  readSiteSettings: { may: 'operator', ask: (control, principal) => readSiteSettings(control, principal) },
  patchSiteSettings: {
    may: 'operator',
    ask: (control, principal) => patchSiteSettings(control, principal, { company_name: 'Changed' }),
  },
};
