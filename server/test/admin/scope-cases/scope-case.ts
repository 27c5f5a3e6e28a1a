import type { ControlContext } from '../../../src/control/control-context.ts';
import type { Principal } from '../../../src/control/principal.ts';
import type { AdminBench } from '../admin-bench.ts';

/** Whose records a function is asked for. */
export interface ScopeIds {
  readonly account: string;
  readonly subAccount: string;
  /** A key of the sub-account. */
  readonly key: string;
  /** A call with that key. */
  readonly call: string;
  /** An order to top it up by bank transfer. */
  readonly order: string;
  /** Of the account: an invoice title, a request that was submitted, an issued invoice. */
  readonly title: string;
  readonly invoice: string;
  readonly issued: string;
}

export interface ScopeCase {
  /** Who may do it: anyone who may see the record, or belongs to the account; the whole account; or operators only. */
  readonly may: 'see' | 'account' | 'whole' | 'operator';
  readonly ask: (control: ControlContext, principal: Principal, ids: ScopeIds, bench: AdminBench) => unknown;
  /** What must be there for it to be done. */
  readonly prepare?: (control: ControlContext, ids: ScopeIds, bench: AdminBench) => Promise<unknown>;
}

/** By the name of the function of control. */
export type ScopeCases = Readonly<Record<string, ScopeCase>>;
