import { z } from 'zod';
import { usageGroups } from '../enumerations.ts';
import { amountAnswer, idField } from '../fields.ts';
import { listOf, pageQuery } from '../lists.ts';

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
  to: z.iso.date({ error: 'must be a date such as "2026-11-21"' }).optional().meta({ description: 'Last day, inclusive.' }),
  group_by: z
    .string()
    .max(100)
    .refine((text) => text.split(',').every((name) => groupNames.includes(name)), {
      error: `must be names from: ${usageGroups.join(', ')}, separated by commas`,
    })
    .optional()
    .meta({ description: 'What to group by; `day` by default.', examples: ['day,model'] }),
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
    uncollected: amountAnswer('Cost that was not charged.', '0.0000'),
    upstream_cost: amountAnswer('Cost at the providers.', '0.9000'),
    quantities: z.record(z.string(), z.number()).meta({
      description:
        'Other quantities, such as `image`, `image@1024x1024`, `song`, `output_audio_ms`, `search_unit`, `cache_write` or `tool:web_search`; empty if there are none.',
      examples: [{ song: 2, output_audio_ms: 120_000 }],
    }),
  })
  .meta({ id: 'UsageSums' });

export const usageList = listOf(usageAnswer);
