import { sql, type Selectable } from 'kysely';
import type { TrialClaimsStore } from './trial-claim-ports.ts';
import type { TrialClaim } from '../../../domain/people/trial-claim.ts';
import { compilerFor, readRows } from '../../../storage/compiler.ts';
import type { Engine, UnitStatement } from '../../../storage/engine.ts';
import { wasCommitted } from '../../../storage/was-committed.ts';
import type { TrialClaimsTable } from './trials-schema.ts';
import { wholeNumber } from '../../../storage/whole-number.ts';
import { changed } from '../../../storage/stores/changes-store.ts';
import { creditStatements, ledgerEntryStatement } from '../credit-statements.ts';
import type { MailStatements } from '../../../storage/stores/mail-outbox-store.ts';

function claimOf(row: Selectable<TrialClaimsTable>): TrialClaim {
  return {
    accountId: row.account_id,
    state: row.state,
    reason: row.reason,
    mailbox: row.mailbox,
    network: row.network,
    browser: row.browser,
    day: Number(row.day),
    claimedAtMs: Number(row.claimed_at),
    grantedAtMs: row.granted_at === null ? null : Number(row.granted_at),
  };
}

/** The statement that stores a claim in the same transaction as its account. */
export function claimStatement(engine: Pick<Engine, 'sql'>, claim: TrialClaim): UnitStatement {
  const query = compilerFor(engine.sql).insertInto('trial_claims').values({
    account_id: claim.accountId,
    state: claim.state,
    reason: claim.reason,
    mailbox: claim.mailbox,
    network: claim.network,
    browser: claim.browser,
    day: claim.day,
    claimed_at: claim.claimedAtMs,
    granted_at: claim.grantedAtMs,
  });
  return { query: query.compile() };
}

/** Stores the trial credits of accounts created by sign-up: given, held, granted. */
export function createTrialClaimsStore(engine: Engine, mailStatements: MailStatements): TrialClaimsStore {
  const db = compilerFor(engine.sql);
  return {
    async tally({ mailbox, network, browser }, day) {
      // The state is a literal as in the indexes: a bound parameter would not match them.
      const query = sql`select
        (select count(*) from trial_claims where state = 'given' and mailbox = ${mailbox})
          + (select count(*) from trial_claims where state = 'granted' and mailbox = ${mailbox}) as of_mailbox,
        (select count(*) from trial_claims where state = 'given' and day = ${BigInt(day)} and network = ${network}) as of_network,
        (select count(*) from trial_claims where state = 'given' and browser = ${browser}) as of_browser,
        (select count(*) from trial_claims where state = 'given' and day = ${BigInt(day)}) as of_day`;
      const [row] = await engine.read('hot', query.compile(db));
      const count = (value: unknown): number => Number(wholeNumber(value));
      return {
        ofMailbox: count(row?.of_mailbox),
        ofNetwork: count(row?.of_network),
        ofBrowser: count(row?.of_browser),
        ofDay: count(row?.of_day),
      };
    },

    async find(accountId) {
      const [row] = await readRows(engine, 'hot', db.selectFrom('trial_claims').selectAll().where('account_id', '=', accountId));
      return row === undefined ? null : claimOf(row);
    },

    async listHeld({ limit, after }) {
      const query = db
        .selectFrom('trial_claims')
        .selectAll()
        .where(sql<boolean>`state = 'held'`)
        .$if(after !== null, (q) =>
          q.where((eb) => eb(eb.refTuple('claimed_at', 'account_id'), '>', eb.tuple(BigInt(after?.atMs ?? 0), after?.id ?? ''))),
        );
      const rows = await readRows(engine, 'reports', query.orderBy('claimed_at').orderBy('account_id').limit(limit));
      return rows.map(claimOf);
    },

    async grant({ accountId, grantedAtMs }, draft, mail, audit) {
      const mark = db
        .updateTable('trial_claims')
        .set({ state: 'granted', granted_at: grantedAtMs })
        .where('account_id', '=', accountId)
        .where('state', '=', 'held');
      const statement = 'held trial credit';
      const unit = [
        { query: mark.compile(), mustWrite: statement },
        ...creditStatements(engine, draft),
        ...(mail === null ? [] : mailStatements(mail)),
        ...changed(engine, 'account', accountId),
      ];
      return wasCommitted(engine.write(unit, [audit]), [statement, ledgerEntryStatement]);
    },
  };
}
