import type { LedgerEntryAnswer } from '@tollgate/contract/ledger/credits';
import { ledgerSources } from '@tollgate/contract/ledger/ledger-sources';
import { showAmount } from '../../control/amounts.ts';
import { showTime, showTimeOrNull } from '../../control/show-time.ts';
import type { LedgerEntry } from '../../domain/books/ledger.ts';

/** A ledger entry as the APIs show it. */
export function ledgerEntryView(entry: LedgerEntry): LedgerEntryAnswer {
  return {
    id: entry.id,
    account_id: entry.accountId,
    kind: entry.kind,
    bucket: entry.bucket,
    amount: showAmount(entry.amount),
    hour_start: showTimeOrNull(entry.hourStartMs),
    reason: entry.reason,
    source: ledgerSources.read(entry.reason),
    actor: entry.actor,
    created_at: showTime(entry.createdAtMs),
    credits_total: showAmount(entry.creditsTotal),
    usage_total: showAmount(entry.usageTotal),
  };
}
