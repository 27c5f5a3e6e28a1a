import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { VirtualClock } from '../../test/virtual-clock.ts';
import type { Provider, Route } from '../domain/catalog/model.ts';
import type { Logger } from '../platform/logger.ts';
import type { RouteStanding } from '../domain/catalog/route-report.ts';
import type { AttemptFailure } from './route-health.ts';
import { createRouting, type Candidate, type Routing } from './routing.ts';

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
}

function provider(id: string, priority: number, routes: readonly RouteDraft[], overrides: Partial<Provider> = {}): Provider {
  return {
    id,
    name: id,
    dialect: 'chat-completions',
    priority,
    weight: 1,
    enabled: true,
    routes: routes.map((route) => ({ region: 'domestic', baseUrl: `https://${route.id}.invalid/v1`, apiKey: 'k', ...route })),
    models: [{ model: 'm', upstreamModel: `${id}-m`, cost: null }],
    quirks: {},
    ...overrides,
  };
}

class Stage {
  readonly clock = new VirtualClock();
  readonly lines: LogLine[] = [];
  readonly routing: Routing = createRouting({ clock: this.clock, logger: listeningLogger(this.lines) });
  readonly providers: readonly Provider[];

  constructor(...providers: Provider[]) {
    this.providers = providers;
  }

  candidates(region: Route['region'] = 'domestic'): Candidate[] {
    return this.routing.candidates(this.providers, 'm', { region });
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

function status(code: number, retryAfterMs: number | null = null): AttemptFailure {
  return { status: code, retryAfterMs, ofCredentials: code === 401 || code === 402 };
}

describe('the order of candidates', () => {
  test('lower priority number first, then the same region', () => {
    const stage = new Stage(
      provider('second', 2, [{ id: 'c' }]),
      provider('first', 1, [{ id: 'b', region: 'overseas' }, { id: 'a' }]),
    );
    assert.deepEqual(stage.order('domestic'), ['a', 'b', 'c']);
    assert.deepEqual(stage.order('overseas'), ['b', 'a', 'c']);
  });

  test('only enabled providers that serve the model, each under its own name for it, no route twice', () => {
    const stage = new Stage(
      provider('off', 1, [{ id: 'a' }], { enabled: false }),
      provider('other', 1, [{ id: 'b' }], { models: [{ model: 'x', upstreamModel: 'x', cost: null }] }),
      provider('one', 2, [{ id: 'c' }, { id: 'c' }]),
      provider('two', 3, [{ id: 'c' }]),
    );
    assert.deepEqual(
      stage.candidates().map((candidate) => [candidate.route.id, candidate.upstreamModel]),
      [['c', 'one-m']],
    );
    assert.deepEqual(stage.routing.candidates([], 'm', { region: 'domestic' }), []);
  });

  test('equal providers share the calls by weight, exactly over any stretch', () => {
    const stage = new Stage(
      provider('light', 1, [{ id: 'light' }], { weight: 1 }),
      provider('heavy', 1, [{ id: 'heavy' }], { weight: 3 }),
      provider('spare', 1, [{ id: 'spare' }], { weight: 0 }),
    );
    const first = new Map<string, number>();
    for (let call = 0; call < 400; call += 1) {
      const order = stage.order();
      assert.equal(new Set(order).size, 3);
      first.set(order[0] ?? '', (first.get(order[0] ?? '') ?? 0) + 1);
    }
    assert.ok(Math.abs((first.get('heavy') ?? 0) - 300) <= 3);
    assert.equal(first.get('spare'), undefined);
  });
});

describe('ejecting routes', () => {
  const failing: readonly (readonly [string, AttemptFailure])[] = [
    ['refused connections', { fault: 'connect' }],
    ['resets', { fault: 'reset' }],
    ['silence', { fault: 'first_byte_timeout' }],
    ['stalled streams', { fault: 'idle_timeout' }],
    ['broken protocol', { fault: 'protocol' }],
    ['status 500', status(500)],
    ['status 503', status(503)],
    ['status 404', status(404)],
  ];
  for (const [name, why] of failing) {
    test(`five times ${name} in a row move a route behind the others for 30 s`, () => {
      const stage = new Stage(provider('p', 1, [{ id: 'a' }]), provider('q', 2, [{ id: 'b' }]));
      stage.fail('a', why, 4);
      assert.deepEqual(stage.order(), ['a', 'b']);
      stage.fail('a', why);
      assert.deepEqual(stage.order(), ['b', 'a']);
      stage.clock.advance(29_999);
      assert.deepEqual(stage.order(), ['b', 'a']);
      stage.clock.advance(1);
      assert.deepEqual(stage.order(), ['a', 'b']);
    });
  }

  test('a success in between starts the count anew, and so does an answer that blames the request', () => {
    for (const alive of ['success', 'status 400'] as const) {
      const stage = new Stage(provider('p', 1, [{ id: 'a' }]));
      stage.fail('a', undefined, 4);
      if (alive === 'success') stage.routing.succeeded(stage.find('a'), 1);
      else stage.fail('a', status(400));
      stage.fail('a', undefined, 4);
      assert.equal(stage.standing('a'), 'healthy');
    }
  });

  test('long answers that run into the total limit and calls whose client left say nothing', () => {
    const stage = new Stage(provider('p', 1, [{ id: 'a' }]));
    stage.fail('a', { fault: 'total_timeout' }, 10);
    for (let call = 0; call < 10; call += 1) stage.routing.abandoned(stage.find('a'));
    assert.equal(stage.standing('a'), 'healthy');
  });

  test('after the ejection one call at a time tries; its success brings the route back', () => {
    const stage = new Stage(provider('p', 1, [{ id: 'a' }]), provider('q', 2, [{ id: 'b' }]));
    stage.fail('a', undefined, 5);
    stage.clock.advance(30_000);
    assert.equal(stage.standing('a'), 'trial');
    const trial = stage.find('a');
    stage.routing.started(trial);
    assert.deepEqual(stage.order(), ['b', 'a'], 'nobody else joins the trial');
    stage.routing.succeeded(trial, 1);
    assert.equal(stage.standing('a'), 'healthy');
  });

  test('a trial whose client leaves, or that nobody reports on, makes room for the next', () => {
    const stage = new Stage(provider('p', 1, [{ id: 'a' }]));
    stage.fail('a', undefined, 5);
    stage.clock.advance(30_000);
    stage.routing.started(stage.find('a'));
    stage.routing.abandoned(stage.find('a'));
    assert.equal(stage.standing('a'), 'trial');
    stage.routing.started(stage.find('a'));
    assert.equal(stage.standing('a'), 'ejected');
    stage.clock.advance(120_000);
    assert.equal(stage.standing('a'), 'trial');
  });

  test('each failed trial ejects for longer, up to five minutes, and a long good time is forgiven', () => {
    const stage = new Stage(provider('p', 1, [{ id: 'a' }]));
    const durations: number[] = [];
    stage.fail('a', undefined, 5);
    for (let round = 0; round < 12; round += 1) {
      let seconds = 0;
      for (; stage.standing('a') === 'ejected'; seconds += 1) stage.clock.advance(1_000);
      durations.push(seconds);
      stage.fail('a');
    }
    assert.deepEqual(durations, [30, 60, 90, 120, 150, 180, 210, 240, 270, 300, 300, 300]);
    stage.clock.advance(300_000);
    stage.routing.succeeded(stage.find('a'), 1);
    stage.clock.advance(601_000);
    stage.fail('a', undefined, 5);
    stage.clock.advance(30_000);
    assert.equal(stage.standing('a'), 'trial');
  });

  test('a refused key ejects at once and for longer', () => {
    for (const code of [401, 402]) {
      const stage = new Stage(provider('p', 1, [{ id: 'a' }]), provider('q', 2, [{ id: 'b' }]));
      stage.fail('a', status(code));
      stage.clock.advance(299_999);
      assert.deepEqual(stage.order(), ['b', 'a']);
      stage.clock.advance(1);
      assert.equal(stage.standing('a'), 'trial');
    }
  });

  test('status 429 cools a route down as long as it asks, at least 1 s and at most 60 s', () => {
    for (const [asked, coolMs] of [
      [null, 1_000],
      [0, 1_000],
      [20_000, 20_000],
      [3_600_000, 60_000],
    ] as const) {
      const stage = new Stage(provider('p', 1, [{ id: 'a' }]), provider('q', 2, [{ id: 'b' }]));
      stage.fail('a', status(429, asked));
      stage.clock.advance(coolMs - 1);
      assert.deepEqual(stage.order(), ['b', 'a']);
      stage.clock.advance(1);
      assert.deepEqual(stage.order(), ['a', 'b']);
    }
  });

  test('when all are ejected all are still tried, the one that is back soonest first', () => {
    const stage = new Stage(provider('p', 1, [{ id: 'a' }]), provider('q', 2, [{ id: 'b' }]), provider('r', 3, [{ id: 'c' }]));
    stage.fail('a', status(401));
    stage.fail('b', undefined, 5);
    stage.fail('c', status(429));
    assert.deepEqual(stage.order(), ['c', 'b', 'a']);
  });

  test('a route corrected by the operator starts afresh, an unchanged one keeps its standing, a removed one is forgotten', () => {
    const stage = new Stage(provider('p', 1, [{ id: 'a' }, { id: 'b' }]));
    stage.fail('a', status(401));
    stage.fail('b', status(401));
    const reloaded = new Stage(provider('p', 1, [{ id: 'a', apiKey: 'new' }, { id: 'b' }]));
    const order = stage.routing.candidates(reloaded.providers, 'm', { region: 'domestic' });
    assert.deepEqual(
      order.map((candidate) => stage.routing.standing(candidate.route)),
      ['healthy', 'ejected'],
    );
    stage.routing.retain([]);
    const again = new Stage(provider('p', 1, [{ id: 'b' }]));
    const [back] = stage.routing.candidates(again.providers, 'm', { region: 'domestic' });
    assert.ok(back);
    assert.equal(stage.routing.standing(back.route), 'healthy');
  });

  test('whatever happens, every route is a candidate exactly once', () => {
    const routes = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
    const event = fc.record({
      id: fc.constantFrom('a', 'b', 'c'),
      what: fc.constantFrom('started', 'succeeded', 'abandoned', 'reset', 'status 500', 'status 401', 'status 429'),
      afterMs: fc.nat(40_000),
    });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        const stage = new Stage(provider('p', 1, routes.slice(0, 2)), provider('q', 2, routes.slice(2)));
        for (const { id, what, afterMs } of events) {
          stage.clock.advance(afterMs);
          const candidate = stage.find(id);
          if (what === 'succeeded') stage.routing.succeeded(candidate, 1);
          else if (what === 'started' || what === 'abandoned') stage.routing[what](candidate);
          else stage.routing.failed(candidate, what === 'reset' ? { fault: 'reset' } : status(Number(what.slice(7))), 'scripted');
          const order = stage.order();
          assert.deepEqual([...order].sort(), ['a', 'b', 'c']);
          const standings = order.map((name) => stage.standing(name) === 'ejected');
          assert.deepEqual(standings, [...standings].sort(), 'usable before ejected');
        }
        // However bad it was, ten minutes of peace and one success bring every route back.
        stage.clock.advance(600_000);
        for (const { id } of routes) stage.routing.succeeded(stage.find(id), 1);
        assert.deepEqual(
          routes.map(({ id }) => stage.standing(id)),
          ['healthy', 'healthy', 'healthy'],
        );
      }),
      { numRuns: 100 },
    );
  });
});

describe('what the operator hears of a route', () => {
  test('one warning each time it is put aside and one line when it is back, whatever else happens to it meanwhile', () => {
    const stage = new Stage(provider('p', 1, [{ id: 'a' }]), provider('q', 2, [{ id: 'b' }]));
    stage.fail('a', undefined, 4);
    assert.deepEqual(stage.lines, []);
    stage.fail('a', undefined, 20);
    const backAt = new Date(stage.clock.nowMs() + 30_000).toISOString();
    const names = { provider: 'p', region: 'domestic', route: 'a' };
    const aside = { level: 'warn', message: 'a route is put aside because it fails' };
    assert.deepEqual(stage.lines, [{ ...aside, fields: { ...names, fault: 'scripted', backAt } }]);
    stage.clock.advance(30_000);
    stage.fail('a');
    assert.equal(stage.lines.length, 2, 'a failed trial puts it aside once more');
    for (let answer = 0; answer < 5; answer += 1) stage.routing.succeeded(stage.find('a'), 1);
    assert.deepEqual(stage.lines.slice(2), [{ level: 'info', message: 'a route works again', fields: names }]);
    stage.fail('a', status(429), 10);
    assert.equal(stage.lines.length, 3, 'an overload is no outage');
    stage.fail('a', status(401), 10);
    assert.equal(stage.lines.filter(({ level }) => level === 'warn').length, 3);
  });

  test('its state, since when, until when, its last fault and what was counted', () => {
    const stage = new Stage(provider('p', 1, [{ id: 'a' }]));
    const { route } = stage.find('a');
    const startMs = stage.clock.nowMs();
    const seen = () => {
      const { standing, sinceMs, backAtMs, lastFault, attempts } = stage.routing.report(route);
      return [standing, sinceMs - startMs, backAtMs === null ? null : backAtMs - startMs, lastFault, attempts];
    };
    assert.deepEqual(seen(), ['healthy', 0, null, null, 0]);
    stage.clock.advance(1_000);
    stage.fail('a', status(429, 5_000));
    assert.deepEqual(seen(), ['ejected', 1_000, 6_000, 'scripted', 1]);
    stage.clock.advance(9_000);
    assert.deepEqual(seen(), ['healthy', 0, null, 'scripted', 1]);
    stage.fail('a', undefined, 5);
    assert.deepEqual(seen(), ['ejected', 10_000, 40_000, 'scripted', 6]);
    stage.clock.advance(35_000);
    stage.routing.started(stage.find('a'));
    assert.deepEqual(seen(), ['trial', 40_000, null, 'scripted', 7]);
    stage.routing.succeeded(stage.find('a'), 70);
    assert.deepEqual(seen(), ['healthy', 45_000, null, 'scripted', 7]);
    const { failures, firstByte } = stage.routing.report(route);
    assert.deepEqual([...failures], [['throttled', 1], ['reset', 5]]); // prettier-ignore
    assert.deepEqual([firstByte.sumSeconds, firstByte.cumulative().at(-1)], [0.07, ['+Inf', 1]]);
  });
});

test('a 403 that does not say whose fault it is puts no route aside, however often it comes', () => {
  const stage = new Stage(provider('p', 1, [{ id: 'a' }]), provider('q', 2, [{ id: 'b' }]));
  stage.fail('a', status(403), 50);
  assert.deepEqual([stage.standing('a'), stage.order()], ['healthy', ['a', 'b']]);
});

describe('whom a call asks again', () => {
  const tried = (stage: Stage, faults: Readonly<Record<string, AttemptFailure>>) =>
    stage.routing.again(Object.entries(faults).map(([id, why]) => ({ candidate: stage.find(id), why })));

  test('the best of those that may do better now, not whoever failed for good or asks for patience', () => {
    const stage = new Stage(provider('p', 1, [{ id: 'a' }]), provider('q', 2, [{ id: 'b' }]), provider('r', 3, [{ id: 'c' }]));
    const idOf = (faults: Readonly<Record<string, AttemptFailure>>) => tried(stage, faults)?.candidate.route.id ?? null;
    assert.equal(idOf({ a: { fault: 'reset' }, b: { fault: 'reset' } }), 'a');
    assert.equal(idOf({ a: status(404), b: status(503) }), 'b');
    assert.equal(idOf({ a: status(503, 30_000), b: status(503) }), 'b');
    assert.equal(idOf({ a: status(503), b: { fault: 'first_byte_timeout' } }), 'a');
    assert.equal(idOf({ a: status(500), b: { fault: 'total_timeout' }, c: status(401) }), null);
    stage.fail('a', undefined, 5);
    assert.equal(idOf({ a: { fault: 'reset' }, c: { fault: 'reset' } }), 'c', 'a healthy one before one put aside');
  });

  test('calls that failed together come back spread over the whole pause', () => {
    const stage = new Stage(provider('p', 1, [{ id: 'a' }]));
    const pauses = Array.from({ length: 100 }, () => tried(stage, { a: { fault: 'reset' } })?.pauseMs ?? 0);
    pauses.sort((left, right) => left - right);
    for (const [place, pauseMs] of pauses.entries())
      assert.ok(Math.abs(pauseMs - (200 + place * 8)) <= 24, `${String(place)}: ${String(pauseMs)}`);
  });
});
