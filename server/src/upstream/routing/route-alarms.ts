import type { OperatorAlarm } from '../../domain/alarms/operator-alarms.ts';
import type { Candidate } from './candidate.ts';
import type { AttemptFailure } from './health/route-health.ts';

/** HTTP status 402 Payment Required. */
const noMoneyStatus = 402;

/** Whether the route lacks the model. This does not eject the route, and only an operator can fix it. */
export function lacksModel(why: AttemptFailure): boolean {
  return 'status' in why && why.blame === 'model';
}

/**
 * The alarm for a route or a key that was just ejected, or a route that does not serve a model.
 * @param cause a description for operators.
 */
export function routeAlarm(candidate: Candidate, why: AttemptFailure, cause: string): OperatorAlarm {
  const { provider, route, key, upstreamModel: model } = candidate;
  const names = { provider: provider.name, region: route.region, fault: cause };
  if (lacksModel(why)) return { kind: 'upstream_model_missing', subject: `${route.id} ${model}`, params: { ...names, model } };
  if (!('status' in why) || why.blame !== 'credentials') return { kind: 'route_failing', subject: route.id, params: names };
  const kind = why.status === noMoneyStatus ? 'upstream_out_of_money' : 'upstream_key_dead';
  return { kind, subject: key.id, params: { ...names, key: key.id } };
}
