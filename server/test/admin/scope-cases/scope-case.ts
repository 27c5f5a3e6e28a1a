import type { ControlContext } from '../../../src/control/control-context.ts';
import type { Principal } from '../../../src/control/principal.ts';
import type { AdminBench } from '../admin-bench.ts';

/** The owner of the records that a function is called for. */
export interface ScopeIds {
  readonly account: string;
  readonly subAccount: string;
  /** A key of the sub-account. */
  readonly key: string;
  /** A call with that key. */
  readonly call: string;
  /** An order to top up the account by bank transfer. */
  readonly order: string;
  /** Records of the account: an invoice title, a submitted request, an issued invoice. */
  readonly title: string;
  readonly invoice: string;
  readonly issued: string;
}

export interface ScopeCase {
  /**
   * Who may call it: `see`: anyone who can see the record. `account`: any part of the account. `whole`: the whole account. `operator`:
   * operators only.
   */
  readonly may: 'see' | 'account' | 'whole' | 'operator';
  readonly ask: (control: ControlContext, principal: Principal, ids: ScopeIds, bench: AdminBench) => unknown;
  /** Prepares the records that the function needs. */
  readonly prepare?: (control: ControlContext, ids: ScopeIds, bench: AdminBench) => Promise<unknown>;
}

/** Cases by name of the control function. */
export type ScopeCases = Readonly<Record<string, ScopeCase>>;
