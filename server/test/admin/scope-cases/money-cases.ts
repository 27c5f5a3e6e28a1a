import { listStatements, readStatement } from '../../../src/control/statements.ts';
import type { ScopeCases } from './scope-case.ts';

export const moneyCases: ScopeCases = {
  listStatements: { may: 'whole', ask: (control, principal, { account }) => listStatements(control, principal, account) },
  readStatement: {
    may: 'whole',
    ask: (control, principal, { account }) => readStatement(control, principal, account, control.calendar.now().month),
  },
};
