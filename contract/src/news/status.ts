import { z } from 'zod';
import { timeAnswer } from '../fields.ts';
import { incidentAnswer } from './incidents.ts';
import { modelKinds } from '../enumerations.ts';

export const modelLevels = ['good', 'degraded', 'down', 'unknown'] as const;
const level = z.enum(modelLevels).meta({ description: '`unknown`: too few calls.' });
const percent = z
  .number()
  .nullable()
  .meta({ description: 'Percentage; `null`: too few calls.', examples: [99.95] });
const times = z
  .object({ p50: z.number(), p95: z.number() })
  .nullable()
  .meta({ description: 'Milliseconds to the first token of a stream, median and 95th percentile; `null`: none.' });
const bySpan = <Value extends z.ZodType>(value: Value) => z.object({ '24h': value, '7d': value, '90d': value });

export const statusModels = z
  .object({
    updated_at: timeAnswer,
    time_zone: z.string().meta({ description: 'Time zone of the days.' }),
    status: z.enum(['none', 'minor', 'major', 'critical', 'maintenance']),
    maintenance: z.object({ id: z.string(), until: timeAnswer }).nullable(),
    maintenance_days: z.array(z.string()).meta({ description: 'Days with announced maintenance, excluded from all figures.' }),
    models: z.array(
      z.object({
        model: z.string(),
        kind: z.enum(modelKinds),
        status: level,
        by_probes: z.boolean().meta({ description: 'Whether `status` is based on probes because there were too few calls.' }),
        availability: bySpan(percent),
        first_token: bySpan(times),
        days: z
          .array(z.object({ day: z.string(), availability: percent, status: level, first_token: times }))
          .meta({ description: 'Days of the last 90 with data, oldest first.' }),
      }),
    ),
    incidents: z.array(incidentAnswer),
  })
  .meta({ id: 'StatusOfModels' });

const shownTime = z.string();
const update = z.object({
  id: z.string(),
  incident_id: z.string(),
  status: z.string(),
  body: z.string(),
  created_at: shownTime,
  updated_at: shownTime,
  display_at: shownTime,
});
const component = z.object({
  id: z.string(),
  page_id: z.string(),
  name: z.string(),
  status: z.enum(['operational', 'degraded_performance', 'partial_outage', 'major_outage', 'under_maintenance']),
  description: z.string().nullable().meta({ description: 'Set if there were too few calls for a status.' }),
  position: z.number(),
  group: z.literal(false),
  group_id: z.null(),
  showcase: z.literal(true),
  only_show_if_degraded: z.literal(false),
  created_at: shownTime,
  updated_at: shownTime,
});
const incident = z.object({
  id: z.string(),
  page_id: z.string(),
  name: z.string(),
  status: z.enum(['investigating', 'identified', 'monitoring', 'resolved', 'postmortem']),
  impact: z.enum(['none', 'minor', 'major', 'critical']),
  shortlink: z.string(),
  created_at: shownTime,
  started_at: shownTime,
  updated_at: shownTime,
  monitoring_at: shownTime.nullable(),
  resolved_at: shownTime.nullable(),
  incident_updates: z.array(update),
});
const maintenance = incident.extend({
  status: z.enum(['scheduled', 'in_progress', 'verifying', 'completed']),
  impact: z.literal('maintenance'),
  scheduled_for: shownTime,
  scheduled_until: shownTime,
});

/** The JSON format of hosted status pages, for programs that read it. */
export const statusSummary = z
  .object({
    page: z.object({
      id: z.string(),
      name: z.string(),
      url: z.string(),
      time_zone: z.string(),
      updated_at: shownTime,
    }),
    status: z.object({
      indicator: z.enum(['none', 'minor', 'major', 'critical', 'maintenance']),
      description: z.string(),
    }),
    components: z.array(component),
    incidents: z.array(incident).meta({ description: 'Open incidents.' }),
    scheduled_maintenances: z.array(maintenance).meta({ description: 'Maintenance in progress or scheduled.' }),
  })
  .meta({ id: 'StatusSummary' });
export type StatusSummary = z.output<typeof statusSummary>;
export type StatusModels = z.output<typeof statusModels>;
