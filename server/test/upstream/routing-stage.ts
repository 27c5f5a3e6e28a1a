/** Routing with providers and routes of a test, a virtual clock, and the operator's alarms. */
import assert from 'node:assert/strict';
import { VirtualClock } from '../virtual-clock.ts';
import type { Provider, Route, RouteKey } from '../../src/domain/catalog/model.ts';
import { plainKey } from '../../src/domain/catalog/plain-key.ts';
import type { Logger } from '../../src/platform/logger.ts';
import type { RouteStanding } from '@tollgate/contract/enumerations';
import type { AttemptFailure } from '../../src/upstream/routing/health/route-health.ts';
import type { Candidate } from '../../src/upstream/routing/candidate.ts';
import { createRouting, type Routing, type RoutingDependencies } from '../../src/upstream/routing/routing.ts';

interface LogLine {
  readonly level: string;
  readonly fields: object;
  readonly message: string;
}

function listeningLogger(lines: LogLine[]): Logger {
  const at = (level: string) => (fields: object, message: string) => void lines.push({ level, fields, message });
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

interface RouteDraft {
  readonly id: string;
  readonly region?: Route['region'];
  readonly apiKey?: string;
  readonly keys?: readonly RouteKey[];
}

export function provider(
  id: string,
  priority: number,
  routes: readonly RouteDraft[],
  overrides: Partial<Provider> = {},
): Provider {
  return {
    id,
    name: id,
    chatDialects: ['chat-completions'],
    dialects: {},
    mediaHosts: [],
    priority,
    weight: 1,
    enabled: true,
    routes: routes.map(({ id: routeId, apiKey = 'k', ...route }) => ({
      id: routeId,
      region: 'domestic',
      addresses: {},
      baseUrl: `https://${routeId}.invalid/v1`,
      keys: [plainKey(`${routeId}-key`, apiKey)],
      ...route,
    })),
    models: [{ model: 'm', upstreamModel: `${id}-m`, cost: null }],
    quirks: {},
    ...overrides,
  };
}

export class Stage {
  readonly clock = new VirtualClock();
  readonly lines: LogLine[] = [];
  readonly routing: Routing;
  readonly providers: readonly Provider[];

  constructor(...given: readonly (Provider | Pick<RoutingDependencies, 'nodes'>)[]) {
    this.providers = given.filter((each) => 'routes' in each);
    const options = given.find((each) => !('routes' in each));
    this.routing = createRouting({ clock: this.clock, logger: listeningLogger(this.lines), ...options });
  }

  candidates(region: Route['region'] = 'domestic'): Candidate[] {
    return this.routing.candidates(this.providers, 'm', { region, domesticOnly: false });
  }

  order(region: Route['region'] = 'domestic'): string[] {
    return this.candidates(region).map((candidate) => candidate.route.id);
  }

  find(id: string): Candidate {
    const found = this.candidates().find((candidate) => candidate.route.id === id);
    assert.ok(found);
    return found;
  }

  fail(id: string, why: AttemptFailure = { fault: 'reset' }, times = 1): void {
    for (let time = 0; time < times; time += 1) {
      this.routing.started(this.find(id));
      this.routing.failed(this.find(id), why, 'scripted');
    }
  }

  standing(id: string): RouteStanding {
    return this.routing.standing(this.find(id).route);
  }
}

export function status(code: number, retryAfterMs: number | null = null): AttemptFailure {
  return { status: code, retryAfterMs, blame: code === 401 || code === 402 ? 'credentials' : 'upstream' };
}
