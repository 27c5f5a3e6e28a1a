import { byStanding, type Ranked } from './ranking.ts';
import { spread, type Moment, type Preferences } from './spread.ts';

/** The candidates of a call, best first: the preferred one, then usable ones, then ejected ones. */
export function inOrder(ranked: readonly Ranked[], preferences: Preferences, { draws, nowMs }: Moment): Ranked[] {
  const order = byStanding(spread(ranked, { ...preferences, draws, nowMs }), nowMs);
  const { preferredRoute = null } = preferences;
  if (preferredRoute === null) return order;
  const at = order.findIndex(({ route, state }) => route.id === preferredRoute && state.standing(nowMs) !== 'ejected');
  const [preferred] = at < 0 ? [] : order.splice(at, 1);
  return preferred === undefined ? order : [{ ...preferred, by: 'preferred' }, ...order];
}
