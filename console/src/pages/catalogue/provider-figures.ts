import { useQuery } from '@tanstack/react-query';
import { formatExact } from '@tollgate/contract/money';
import { operatorNewsApi } from '../../api/clients/operator-news.ts';
import type { Provider, ProviderKey, ProviderRoute } from '../../api/providers.ts';
import { nano } from '../../components/money/money-text.ts';

type RouteFigures = Awaited<ReturnType<typeof operatorNewsApi.listRouteHealth>>['data'][number];

/** How a provider, or one of its routes, fared lately. Null: there is no data. */
export interface Fared {
  readonly attempts: number;
  /** Share of attempts that succeeded. */
  readonly success: number | null;
  /** Of all attempts at all routes. */
  readonly share: number | null;
  /** Of the route with the most attempts: percentiles cannot be added. */
  readonly times: { readonly p50: number; readonly p95: number } | null;
  /** Today, in CNY. */
  readonly cost: string | null;
}

const againMs = 60_000;

function useRouteFigures(span: '24h' | 'today'): readonly RouteFigures[] | undefined {
  return useQuery({
    queryKey: ['operator', 'routes-status', span],
    queryFn: ({ signal }) => operatorNewsApi.listRouteHealth({ query: { span }, signal }),
    refetchInterval: againMs,
  }).data?.data;
}

function sumOf(rows: readonly RouteFigures[], all: number, today: readonly RouteFigures[]): Fared {
  const attempts = rows.reduce((sum, row) => sum + row.attempts, 0);
  const failed = rows.reduce((sum, row) => sum + row.failed, 0);
  const [busiest] = rows.toSorted((one, other) => other.attempts - one.attempts);
  const costs = today.map(({ upstream_cost: cost }) => cost);
  return {
    attempts,
    success: attempts === 0 ? null : 1 - failed / attempts,
    share: attempts === 0 || all === 0 ? null : attempts / all,
    times: busiest?.first_token ?? null,
    cost: costs.length === 0 ? null : formatExact(costs.reduce((sum, cost) => sum + nano(cost), 0n)),
  };
}

/** The figures of any provider, and of its routes in one region. */
export function useFared(): (name: string, region?: string) => Fared {
  const rows = useRouteFigures('24h') ?? [];
  const today = useRouteFigures('today') ?? [];
  const all = rows.reduce((sum, row) => sum + row.attempts, 0);
  return (name, region) => {
    const isOf = ({ route }: RouteFigures): boolean =>
      region === undefined ? route.slice(0, route.lastIndexOf('/')) === name : route === `${name}/${region}`;
    return sumOf(rows.filter(isOf), all, today.filter(isOf));
  };
}

/** Whether calls can be made with the key now. */
export function isUsable({ enabled, health }: ProviderKey): boolean {
  return enabled && health !== null && health.state !== 'ejected';
}

export function keysOf(provider: Provider): readonly ProviderKey[] {
  return provider.routes.flatMap(({ keys }) => keys);
}

export type ProviderState = 'off' | 'maintenance' | 'empty' | 'shut' | 'partly' | 'trial' | 'go';

/** Whether a route takes calls. */
export function routeState({ maintenance, keys, health }: ProviderRoute): Exclude<ProviderState, 'off' | 'empty' | 'partly'> {
  if (maintenance) return 'maintenance';
  if (health.state === 'ejected' || !keys.some(isUsable)) return 'shut';
  return health.state === 'trial' ? 'trial' : 'go';
}

/** The state of a provider from those of its routes. */
export function stateOf({ enabled, maintenance, routes }: Provider): ProviderState {
  if (!enabled) return 'off';
  if (maintenance) return 'maintenance';
  const [first, ...others] = [...new Set(routes.map(routeState))];
  if (first === undefined) return 'empty';
  if (others.length === 0) return first;
  return [first, ...others].includes('shut') ? 'partly' : 'go';
}

export const stateLooks = {
  off: 'off',
  maintenance: 'paused',
  empty: 'off',
  shut: 'shut',
  partly: 'slow',
  trial: 'slow',
  go: 'go',
} as const satisfies Record<ProviderState, string>;

/** A key as people recognize it: its last characters, or its id if it is too short for that. */
export function keyName({ id, api_key_last4: last4 }: Pick<ProviderKey, 'id' | 'api_key_last4'>): string {
  return last4 === null ? id : `…${last4}`;
}
