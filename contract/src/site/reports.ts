import { z } from 'zod';
import { timeAnswer, timeOrDateField } from '../fields.ts';
import { listOf, pageQuery } from '../lists.ts';

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
    fault: z.string().meta({ description: 'Format problem of the key, without its value.' }),
    count: z.number(),
  })
  .meta({ id: 'StrayRefusal' });

export const strayRefusalList = listOf(strayRefusalAnswer);

export const backupRequest = z
  .strictObject({
    path: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, {
        error: 'must be a plain file name of letters, digits, dots, underscores and hyphens',
      })
      .optional()
      .meta({
        description: 'File name in `backups/` of the data folder; based on the time by default.',
        examples: ['before-upgrade.db'],
      }),
  })
  .meta({ examples: [{}] });

export const backupAnswer = z.object({ path: z.string(), bytes: z.number() }).meta({ id: 'Backup' });

export const environmentAnswer = z
  .object({
    differences: z
      .array(z.string())
      .meta({ description: 'Descriptions of what this node would change; empty if there are no differences.' }),
  })
  .meta({ id: 'Environment' });
