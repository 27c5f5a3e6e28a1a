import { z } from 'zod';
import { amountAnswer, timeAnswer } from '../fields.ts';
import { listOf } from '../lists.ts';

export const auditReportAnswer = z
  .object({
    ok: z.boolean().meta({ description: 'Whether everything balances to the nano.' }),
    checked: z.object({
      calls: z.number(),
      usage_hours: z.number(),
      ledger_entries: z.number(),
      accounts: z.number(),
      statements: z.number().meta({ description: 'Frozen monthly statements.' }),
      audit_log_entries: z.number(),
      database_pages: z
        .number()
        .optional()
        .meta({ description: 'Checked pages of the database files; absent if not all were checked.' }),
    }),
    difference: amountAnswer('Sum of all differences without their signs, exact to the nano.', '0'),
    kinds: z
      .array(z.object({ kind: z.string(), findings: z.number(), difference: amountAnswer('Exact to the nano.', '0') }))
      .meta({ description: 'Findings by kind; empty if everything balances.' }),
    findings: z
      .array(
        z.object({
          kind: z.string(),
          detail: z.string(),
          difference: amountAnswer('Exact to the nano.', '0'),
          account_id: z.string().nullable(),
          key_id: z.string().nullable(),
          call_id: z.string().nullable(),
        }),
      )
      .meta({ description: 'At most 100 findings with a sentence each; `findings_count` has the total.' }),
    findings_count: z.number(),
  })
  .meta({ id: 'AuditReport' });

export type AuditReportAnswer = z.output<typeof auditReportAnswer>;

/** The steps of an audit, in order. */
export const auditSteps = ['files', 'usage', 'ledger', 'statements', 'records', 'indexes'] as const;

export type AuditStep = (typeof auditSteps)[number];

/** `broken`: the process that ran the audit stopped or could not continue. */
export const bookAuditStates = ['running', 'done', 'broken'] as const;

const bookAuditFields = {
  id: z.string(),
  state: z.enum(bookAuditStates),
  of: z.enum(['recent', 'all']).meta({ description: 'The hours of the last two days, or everything.' }),
  started_by: z.string().meta({ description: 'An operator, or `job` for the hourly audit.' }),
  started_at: timeAnswer,
  ended_at: timeAnswer.nullable(),
  step: z.enum(auditSteps).meta({ description: 'Current or last step.' }),
  rows: z.number().meta({ description: 'Rows examined so far: calls, hours of usage, entries, accounts, statements.' }),
  ok: z.boolean().nullable(),
  difference: z.string().nullable(),
  findings_count: z.number().nullable(),
};

export const bookAuditAnswer = z.object(bookAuditFields).meta({ id: 'BookAudit' });

export type BookAuditAnswer = z.output<typeof bookAuditAnswer>;

export const bookAuditList = listOf(bookAuditAnswer);

export const bookAuditDetail = z
  .object({ ...bookAuditFields, report: auditReportAnswer.nullable() })
  .meta({ id: 'BookAuditDetail' });

export type BookAuditDetail = z.output<typeof bookAuditDetail>;
