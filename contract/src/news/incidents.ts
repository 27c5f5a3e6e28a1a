import { z } from 'zod';
import { incidentImpacts, incidentStates } from '../enumerations.ts';
import { bothTexts, bothTitles } from './operator-announcements.ts';
import { amountAnswer, modelNameField, timeAnswer } from '../fields.ts';

const impactField = z
  .enum(incidentImpacts)
  .meta({ description: 'Minimum severity on the status page while the incident is open.' });
const stateField = z
  .enum(incidentStates)
  .meta({ description: '`resolved` ends the incident; `postmortem` explains it afterwards.' });
const openStateField = stateField.exclude(['postmortem']).meta({ description: '`resolved` ends the incident.' });

export const incidentRequest = z
  .strictObject({
    title: bothTitles,
    impact: impactField,
    status: openStateField,
    text: bothTexts,
    models: z.array(modelNameField).max(200).optional().meta({ description: 'Affected models; the whole service by default.' }),
  })
  .meta({
    examples: [
      {
        title: { zh: '部分调用失败', en: 'Some calls fail' },
        impact: 'major',
        status: 'investigating',
        text: { zh: '我们在查。', en: 'We are looking into it.' },
        models: ['some/model'],
      },
    ],
  });
export type IncidentRequest = z.output<typeof incidentRequest>;

export const incidentUpdateRequest = z
  .strictObject({ status: stateField, impact: impactField.optional(), text: bothTexts })
  .meta({ examples: [{ status: 'resolved', text: { zh: '已恢复。', en: 'It works again.' } }] });
export type IncidentUpdateRequest = z.output<typeof incidentUpdateRequest>;

const both = z.object({ zh: z.string(), en: z.string() });

export const incidentAnswer = z
  .object({
    id: z.string(),
    title: both,
    impact: impactField,
    status: stateField,
    models: z.array(z.string()),
    started_at: timeAnswer,
    resolved_at: timeAnswer.nullable(),
    updated_at: timeAnswer,
    updates: z.array(z.object({ status: stateField, text: both, at: timeAnswer })).meta({ description: 'Newest first.' }),
  })
  .meta({ id: 'Incident' });
export type IncidentAnswer = z.output<typeof incidentAnswer>;
export const incidentList = z.object({ data: z.array(incidentAnswer), next: z.null() }).meta({ id: 'Incidents' });

export const routesStatusQuery = z.object({
  span: z.enum(['today', '24h', '7d']).optional().meta({ description: 'Period up to now; 24h by default.' }),
});
export const routesStatusList = z
  .object({
    data: z.array(
      z.object({
        route: z.string().meta({ description: '`provider/region`.' }),
        attempts: z.int(),
        failed: z.int().meta({ description: 'Failed attempts, including those another route replaced.' }),
        availability: z.number().meta({ description: 'Percentage of successful attempts.' }),
        upstream_cost: amountAnswer('Cost at the provider of calls that the route served.', '0.008'),
        first_token: z
          .object({ p50: z.int(), p95: z.int() })
          .nullable()
          .meta({ description: 'Milliseconds, for streams served at the first attempt.' }),
      }),
    ),
    next: z.null(),
  })
  .meta({ id: 'StatusOfRoutes' });

export const suggestedIncidentList = z
  .object({
    data: z.array(
      z.object({
        model: z.string(),
        availability: z.number().meta({ description: 'Percentage in the latest five minutes.' }),
        since: timeAnswer,
      }),
    ),
    next: z.null(),
  })
  .meta({ id: 'SuggestedIncidents' });
