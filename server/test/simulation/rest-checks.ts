import type { CallsWitness } from './calls-witness.ts';
import type { SimulatedDatabase } from './simulated-database.ts';
import type { SimulatedProcess } from './simulated-process.ts';

type Violation = (what: string) => void;

/** I4: nothing is left open once a process has ended in order. */
export function checkMarks(database: SimulatedDatabase, violation: Violation): void {
  const [marks] = database.rows('select count(*) as open from open_calls');
  if (marks?.open !== 0n) violation(`I4: ${String(marks?.open)} marks are left open`);
}

/** I14: a level of an unchanged cap is reported exactly if the books have reached it. */
export function checkNotices(database: SimulatedDatabase, calls: CallsWitness, keyId: string, violation: Violation): void {
  const [key] = database.rows('select daily_cap, monthly_cap from keys where id = ?', keyId);
  const notices = database.rows('select window, kind from notices where key_id = ?', keyId);
  const told = new Set(notices.map(({ window, kind }) => `${String(window)} ${String(kind)}`));
  for (const [window, spent] of calls.windowsOf(keyId)) {
    const cap = (Number(window.split(':')[1]) > 999_999 ? key?.daily_cap : key?.monthly_cap) as bigint | null;
    if (cap === null) continue;
    for (const level of [80n, 90n, 100n]) {
      const isReached = spent > 0n && spent * 100n >= cap * level;
      if (isReached !== told.has(`${window} cap_${String(level)}`))
        violation(`I14: ${String(level)} % of ${window}: spent ${String(spent)} of ${String(cap)}, told: ${String(!isReached)}`);
    }
  }
}

/** I1 to I3: the books balance to the nano. */
export async function checkAudit(process: SimulatedProcess, violation: Violation): Promise<void> {
  const { ok, differenceNano, findings } = await process.audit();
  if (!ok) violation(`I1: the audit finds ${differenceNano} nano: ${JSON.stringify(findings)}`);
}

/** I3, I19: a new process starts with the figures of the ledger, and the ledger is valid. */
export async function checkFigures(
  database: SimulatedDatabase,
  process: SimulatedProcess,
  calls: CallsWitness,
  violation: Violation,
): Promise<void> {
  for (const row of database.rows('select id from accounts')) {
    const id = String(row.id);
    const [figures] = await process.gateway.coordination.figures(id, null, [id]);
    const spent = calls.spent(id);
    if (figures?.used !== spent || figures.held !== 0n)
      violation(`I3: ${id} has used ${String(figures?.used)}, its calls say ${String(spent)}`);
  }
  const [twice] = database.rows(
    `select count(*) as hours from (select 1 from ledger_entries where kind = 'usage' group by account_id, hour_start having count(*) > 1)`,
  );
  if (twice?.hours !== 0n) violation(`I19: ${String(twice?.hours)} hours are in the ledger twice`);
}
