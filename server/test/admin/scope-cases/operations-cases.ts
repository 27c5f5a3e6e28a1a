import { auditBooks, backUp, compareEnvironment, adoptEnvironment } from '../../../src/subjects/site/operations.ts';
import type { ScopeCases } from './scope-case.ts';

export const operationsCases: ScopeCases = {
  auditBooks: { may: 'operator', ask: (_control, principal, _ids, bench) => auditBooks(bench, principal) },
  backUp: { may: 'operator', ask: (_control, principal, _ids, bench) => backUp(bench, principal, 'within-scope.db') },
  compareEnvironment: { may: 'operator', ask: (_control, principal, _ids, bench) => compareEnvironment(bench, principal) },
  adoptEnvironment: { may: 'operator', ask: (_control, principal, _ids, bench) => adoptEnvironment(bench, principal) },
};
