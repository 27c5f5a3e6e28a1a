import { z } from 'zod';
import { amountAnswer, modelNameField } from '../fields.ts';

export const probesAnswer = z
  .object({
    budget_per_day: amountAnswer('What they may cost a day (`TOLLGATE_PROBE_CNY_PER_DAY`); 0: no model is called.'),
    spent_today: amountAnswer('At our cost, or at the list price where nobody has entered that.'),
    models: z.array(
      z.object({ model: z.string(), probed: z.boolean().meta({ description: 'Called while hardly any customer calls it.' }) }),
    ),
  })
  .meta({ id: 'Probes' });

export const probeRequest = z
  .strictObject({ model: modelNameField, probed: z.boolean({ error: 'must be true or false' }) })
  .meta({ examples: [{ model: 'some/model', probed: false }] });
export type ProbeRequest = z.output<typeof probeRequest>;
