import { listMails, readMail, resendMail } from '../../../src/subjects/notices/mails.ts';
import type { ControlContext } from '../../../src/control/control-context.ts';
import type { ScopeCases } from './scope-case.ts';

async function mailId(control: ControlContext): Promise<string> {
  const [mail] = await control.stores.mails.list({}, { limit: 1, after: null });
  return mail?.id ?? 'none';
}

export const mailCases: ScopeCases = {
  listMails: { may: 'operator', ask: (control, principal) => listMails(control, principal, {}) },
  readMail: { may: 'operator', ask: async (control, principal) => readMail(control, principal, await mailId(control)) },
  resendMail: { may: 'operator', ask: async (control, principal) => resendMail(control, principal, await mailId(control)) },
};
