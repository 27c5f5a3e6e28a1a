import { z } from 'zod';
import { creditBuckets, ledgerEntryKinds } from '../enumerations.ts';
import { amountAnswer, amountField, textField, timeAnswer } from '../fields.ts';
import { listOf } from '../lists.ts';
import { ledgerSources } from './ledger-sources.ts';

export const creditRequest = z
  .strictObject({
    amount: amountField('Decimal string in CNY, not zero. An adjustment may be negative, a payout must be.', {
      negativeAllowed: true,
    }),
    reason: textField('Reason for the ledger and the audit log.', 500, 1),
    bucket: z.enum(creditBuckets).meta({
      description:
        '`trial`: once per account; `paid`: the first one ends the free trial; `adjustment` and `refund`: goodwill; `payout`: money paid out, at most the unused paid money.',
    }),
  })
  .meta({ examples: [{ amount: '100', reason: 'bank transfer 2026-11-21', bucket: 'paid' }] });

export const ledgerEntryAnswer = z
  .object({
    id: z.string(),
    account_id: z.string(),
    kind: z.enum(ledgerEntryKinds),
    bucket: z.enum([...creditBuckets, 'usage']),
    amount: amountAnswer('Added to the account; usage is negative.'),
    hour_start: timeAnswer.nullable().meta({ description: 'The admission hour that a usage entry closes.' }),
    reason: z.string().meta({ description: 'As it was entered, or a sentence of the service.' }),
    source: z
      .object({ code: z.enum(ledgerSources.codes), params: z.record(z.string(), z.string()) })
      .nullable()
      .meta({ description: 'What `reason` says, if the service wrote it; `null`: a person did.' }),
    actor: z.string(),
    created_at: timeAnswer,
    credits_total: amountAnswer('All credits up to and with this entry.'),
    usage_total: amountAnswer('All closed usage up to and with this entry.'),
  })
  .meta({ id: 'LedgerEntry' });

export const ledgerList = listOf(ledgerEntryAnswer);

export type CreditRequest = z.output<typeof creditRequest>;
export type LedgerEntryAnswer = z.output<typeof ledgerEntryAnswer>;
