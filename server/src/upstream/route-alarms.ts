import type { OperatorAlarm } from '../domain/alarms/operator-alarms.ts';
import type { Candidate } from './candidate.ts';
import type { AttemptFailure } from './route-health.ts';

/** Payment required. */
const noMoneyStatus = 402;

/** What the operator is to know when a route or a key has just been put aside. @param cause in words for the operator. */
export function routeAlarm({ provider, route, key }: Candidate, why: AttemptFailure, cause: string): OperatorAlarm {
  const names = { provider: provider.name, region: route.region, fault: cause };
  if (!('status' in why) || why.blame !== 'credentials') return { kind: 'route_failing', subject: route.id, params: names };
  const kind = why.status === noMoneyStatus ? 'upstream_out_of_money' : 'upstream_key_dead';
  return { kind, subject: key.id, params: { ...names, key: key.id } };
}
