import { executeOnce } from '../../../src/control/once.ts';
import { onceStatements } from '../../../src/storage/stores/once-store.ts';
import type { ScopeCases } from './scope-case.ts';

export const onceCases: ScopeCases = {
  executeOnce: {
    may: 'account',
    ask: (control, principal, { account: accountId }, { engine }) =>
      executeOnce(control, principal, { accountId, key: 'one', contentHash: Buffer.from('x') }, (mark) =>
        engine.write(onceStatements(engine, mark({})), []),
      ),
  },
};
