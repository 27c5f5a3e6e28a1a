import {
  askContactAgain,
  patchAccountOfMembers,
  pendingContact,
  type ContactMail,
} from '../../../src/subjects/tenants/accounts/contact-address.ts';
import { operator } from '../../../src/control/principal.ts';
import type { ScopeCases } from './scope-case.ts';

const everything = operator('test');
const contactMail: ContactMail = {
  consoleOrigin: () => 'https://console.test',
  people: { findPerson: () => Promise.resolve(null) },
  locale: 'zh',
};

export const contactCases: ScopeCases = {
  patchAccountOfMembers: {
    may: 'whole',
    ask: (control, principal, { account: accountId }) =>
      patchAccountOfMembers(control, principal, { accountId, request: { email: 'new@example.org' } }, contactMail),
  },
  pendingContact: {
    may: 'account',
    ask: async (control, principal, { account }) => (await pendingContact(control, principal, account)) ?? 'none',
  },
  askContactAgain: {
    may: 'whole',
    prepare: async (control, { account: accountId }) => {
      const request = { email: 'new@example.org' };
      if ((await control.stores.accounts.find(accountId)) !== null)
        await patchAccountOfMembers(control, everything, { accountId, request }, contactMail);
    },
    ask: async (control, principal, { account }) => {
      if ((await control.stores.contactProofs.find(account)) === null)
        await patchAccountOfMembers(
          control,
          principal,
          { accountId: account, request: { email: 'new@example.org' } },
          contactMail,
        );
      await askContactAgain(control, principal, account, contactMail);
      return 'sent';
    },
  },
};
