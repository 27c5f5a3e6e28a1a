import type { SchemaDialect } from '../../../storage/schema-dialect.ts';

/** Our own test calls to models with few calls, and the excluded models. */
export function statusProbesSchema({ text, whole, keyed }: SchemaDialect): string {
  return `
create table status_probes (
  slot_start ${whole} not null, model ${text} not null, day ${whole} not null,
  good ${whole} not null, bad ${whole} not null, cost ${whole} not null,
  primary key (slot_start, model)
)${keyed};
create index status_probes_by_day on status_probes (day);
create table probes_off (model ${text} primary key)${keyed};
`;
}

/** Route status for operators: results of attempts, by slot, and by hour after the final judgement of an hour. */
export function statusRoutesSchema({ text, whole, keyed }: SchemaDialect): string {
  return `
create table status_routes (
  -- Of the slot or the hour.
  start_at ${whole} not null, route ${text} not null,
  good ${whole} not null, bad ${whole} not null, first_token ${text},
  primary key (start_at, route)
)${keyed};
`;
}

/** What calls cost at each route. */
export function routeCostsSchema({ whole }: SchemaDialect): string {
  return `alter table status_routes add column cost ${whole} not null default 0`;
}

/** The time to the first token on each day, read with the days. */
export function dayTimesSchema({ whole }: SchemaDialect): string {
  return `alter table status_days add column p50 ${whole}; alter table status_days add column p95 ${whole};`;
}

/** Model status, judged from the log, and incidents published by operators. */
export function statusSchema({ text, whole, strict, keyed }: SchemaDialect): string {
  return `
create table status_slots (
  slot_start ${whole} not null, model ${text} not null, day ${whole} not null,
  good ${whole} not null, bad ${whole} not null, accounts ${whole} not null,
  -- Parts per million, the mean over accounts. Null: too little was seen.
  availability ${whole}, is_down ${whole} not null,
  -- Packed times, until they are in their hour's.
  first_token ${text},
  primary key (slot_start, model)
)${keyed};
create index status_slots_by_day on status_slots (day);
create table status_hours (
  hour_start ${whole} not null, model ${text} not null, day ${whole} not null, first_token ${text} not null,
  primary key (hour_start, model)
)${keyed};
create index status_hours_by_day on status_hours (day);
create table status_days (
  day ${whole} not null, model ${text} not null,
  slots ${whole} not null, availability_sum ${whole} not null, down_slots ${whole} not null,
  first_token ${text},
  primary key (day, model)
)${keyed};
-- Told as they are: what is added up by the job costs readers nothing.
create table status_figures (
  model ${text} not null, span ${text} not null, slots ${whole} not null, availability_sum ${whole} not null,
  p50 ${whole}, p95 ${whole},
  primary key (model, span)
)${keyed};
create table incidents (
  id ${text} primary key,
  title_zh ${text} not null, title_en ${text} not null,
  impact ${text} not null, status ${text} not null,
  -- Names of models, as JSON; none: all of the service.
  models ${text} not null,
  started_at ${whole} not null, resolved_at ${whole}, updated_at ${whole} not null
)${strict};
create index incidents_by_time on incidents (started_at, id);
create index incidents_open on incidents (started_at) where resolved_at is null;
create table incident_updates (
  id ${text} primary key,
  incident_id ${text} not null references incidents (id),
  status ${text} not null, text_zh ${text} not null, text_en ${text} not null, at ${whole} not null
)${strict};
create index incident_updates_by_incident on incident_updates (incident_id, at);
`;
}
