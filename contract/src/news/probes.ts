import { z } from 'zod';
import { amountAnswer, modelNameField } from '../fields.ts';

export const probesAnswer = z
  .object({
    budget_per_day: amountAnswer('Daily budget for probes (`TOLLGATE_PROBE_CNY_PER_DAY`); 0: no probes.'),
    spent_today: amountAnswer('At provider cost, or at the list price if no cost is set.'),
    models: z.array(
      z.object({
        model: z.string(),
        probed: z.boolean().meta({ description: 'Whether the model is probed while it is rarely used.' }),
      }),
    ),
  })
  .meta({ id: 'Probes' });

export const probeRequest = z
  .strictObject({ model: modelNameField, probed: z.boolean({ error: 'must be true or false' }) })
  .meta({ examples: [{ model: 'some/model', probed: false }] });
export type ProbeRequest = z.output<typeof probeRequest>;
