import { showTime, showTimeOrNull } from '../../../control/show-time.ts';
import type { Incident } from '../../../domain/status/incident.ts';

export function incidentView({ id, title, impact, status, models, updates, ...times }: Incident) {
  return {
    id,
    title,
    impact,
    status,
    models: [...models],
    started_at: showTime(times.startedAtMs),
    resolved_at: showTimeOrNull(times.resolvedAtMs),
    updated_at: showTime(times.updatedAtMs),
    updates: updates.map((update) => ({ status: update.status, text: update.text, at: showTime(update.atMs) })),
  };
}
