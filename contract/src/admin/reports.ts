import { z } from 'zod';
import { usageGroups } from '../enumerations.ts';
import { amountAnswer, idField, timeAnswer, timeOrDateField } from './fields.ts';
import { listOf, pageQuery } from './lists.ts';

export const noticeAnswer = z
  .object({
    id: z.string(),
    account_id: z.string(),
    key_id: z.string(),
    window: z.string(),
    kind: z.string(),
    text: z.string(),
    params: z.record(z.string(), z.string()).meta({ description: 'What the text says, apart from its words.' }),
    created_at: timeAnswer,
    read_at: timeAnswer.nullable(),
  })
  .meta({ id: 'Notice' });
export const noticeList = listOf(noticeAnswer);

export const auditLogQuery = z.strictObject({
  object_kind: z.string().max(64).optional(),
  object_id: z.string().max(160).optional(),
  actor: z.string().max(128).optional(),
  action: z.string().max(64).optional(),
  from: timeOrDateField.optional(),
  to: timeOrDateField.optional(),
  ...pageQuery,
});
export const auditLogAnswer = z
  .object({
    seq: z.string(),
    at: timeAnswer,
    actor: z.string(),
    source_ip: z.string().nullable(),
    action: z.string(),
    object_kind: z.string(),
    object_id: z.string(),
    before: z.unknown().meta({
      description:
        'The state before, without secrets: the fields that changed, and for lists the items `removed`. `null` after the retention ends.',
    }),
    after: z.unknown().meta({
      description:
        'The state after: the fields that changed, the fields that identify the object, and for lists the items `added`. Long values are cut and marked.',
    }),
  })
  .meta({ id: 'AuditLogEntry' });
export type AuditLogAnswer = z.output<typeof auditLogAnswer>;
export const auditLogList = listOf(auditLogAnswer);

export const strayRefusalAnswer = z
  .object({
    id: z.string(),
    at: timeAnswer,
    source_ip: z.string(),
    path: z.string(),
    code: z.string(),
    fault: z.string().meta({ description: 'What was wrong with the form of the key; never its value.' }),
    count: z.number(),
  })
  .meta({ id: 'StrayRefusal' });
export const strayRefusalList = listOf(strayRefusalAnswer);

const groupNames: readonly string[] = usageGroups;

export const usageQuery = z.strictObject({
  account_id: idField.optional(),
  sub_account_id: idField.optional(),
  key_id: idField.optional(),
  model: z.string().max(128).optional(),
  from: z.iso
    .date({ error: 'must be a date such as "2026-11-21"' })
    .optional()
    .meta({ description: 'First day, in the time zone of the service.' }),
  to: z.iso.date({ error: 'must be a date such as "2026-11-21"' }).optional().meta({ description: 'Last day, included.' }),
  group_by: z
    .string()
    .max(100)
    .refine((text) => text.split(',').every((name) => groupNames.includes(name)), {
      error: `must be names from: ${usageGroups.join(', ')}, with commas between them`,
    })
    .optional()
    .meta({ description: 'What to sum by; `day` if left out.', examples: ['day,model'] }),
  ...pageQuery,
});
export const usageAnswer = z
  .object({
    day: z
      .string()
      .optional()
      .meta({ examples: ['2026-11-21'] }),
    account_id: z.string().optional(),
    sub_account_id: z.string().nullable().optional(),
    key_id: z.string().optional(),
    model: z.string().nullable().optional(),
    calls: z.number(),
    charged_calls: z.number(),
    input_tokens: z.number(),
    cached_tokens: z.number(),
    output_tokens: z.number(),
    reasoning_tokens: z.number(),
    charge: amountAnswer('Charged.', '1.2500'),
    uncollected: amountAnswer('Cost that the rules forbid to charge.', '0.0000'),
    upstream_cost: amountAnswer('What the upstreams charge us.', '0.9000'),
    quantities: z.record(z.string(), z.number()).meta({
      description:
        'What was used that has a name of its own: `image`, `image@1024x1024`, `song`, `output_audio_ms`, `search_unit`, `cache_write`, `tool:web_search`, …; empty where there is nothing of the kind.',
      examples: [{ song: 2, output_audio_ms: 120_000 }],
    }),
  })
  .meta({ id: 'UsageSums' });
export const usageList = listOf(usageAnswer);

export const backupRequest = z
  .strictObject({
    path: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, {
        error: 'must be a plain file name of letters, digits, dots, underscores and hyphens',
      })
      .optional()
      .meta({
        description: 'File name inside `backups/` of the data folder; made from the time if left out.',
        examples: ['before-upgrade.db'],
      }),
  })
  .meta({ examples: [{}] });
export const backupAnswer = z.object({ path: z.string(), bytes: z.number() }).meta({ id: 'Backup' });

export const environmentAnswer = z
  .object({
    differences: z
      .array(z.string())
      .meta({ description: 'What this node would change, in words; empty where it agrees with what is sold.' }),
  })
  .meta({ id: 'Environment' });

export const auditReportAnswer = z
  .object({
    ok: z.boolean().meta({ description: 'Whether everything agrees to the last nano.' }),
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
        .meta({ description: 'Pages of the database files; absent where they were not checked, or not all in time.' }),
    }),
    difference: amountAnswer('Sum of all differences without their signs, exact to the nano.', '0'),
    kinds: z
      .array(z.object({ kind: z.string(), findings: z.number(), difference: amountAnswer('Exact to the nano.', '0') }))
      .meta({ description: 'What was found, by what it is about; empty where all agrees.' }),
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
      .meta({ description: 'At most 100, a sentence each, and what it names; `findings_count` counts them all.' }),
    findings_count: z.number(),
  })
  .meta({ id: 'AuditReport' });
export type AuditReportAnswer = z.output<typeof auditReportAnswer>;

/** What an audit checks, in order. */
export const auditSteps = ['files', 'usage', 'ledger', 'statements', 'records', 'indexes'] as const;
export type AuditStep = (typeof auditSteps)[number];
/** `broken`: the process that ran it ended, or could not go on. */
export const bookAuditStates = ['running', 'done', 'broken'] as const;

const bookAuditFields = {
  id: z.string(),
  state: z.enum(bookAuditStates),
  of: z.enum(['recent', 'all']).meta({ description: 'The hours of the last two days, or everything.' }),
  started_by: z.string().meta({ description: 'An operator; `job`: the service itself, every hour.' }),
  started_at: timeAnswer,
  ended_at: timeAnswer.nullable(),
  step: z.enum(auditSteps).meta({ description: 'What is checked, or was checked last.' }),
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
