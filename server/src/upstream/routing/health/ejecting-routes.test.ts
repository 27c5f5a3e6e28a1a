import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { provider, Stage, status } from '../../../../test/upstream/routing-stage.ts';
import type { AttemptFailure } from './route-health.ts';

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

  test('a success in between restarts the count, and so does an answer that blames the request', () => {
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
    const order = stage.routing.candidates(reloaded.providers, 'm', { region: 'domestic', domesticOnly: false });
    assert.deepEqual(
      order.map((candidate) => stage.routing.standing(candidate.route)),
      ['healthy', 'ejected'],
    );
    stage.routing.retain([]);
    const again = new Stage(provider('p', 1, [{ id: 'b' }]));
    const [back] = stage.routing.candidates(again.providers, 'm', { region: 'domestic', domesticOnly: false });
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
        // Regardless of earlier failures, ten quiet minutes and one success bring every route back.
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

test('what one request brought about puts no route aside, however often it comes', () => {
  for (const code of [402, 404, 429]) {
    const stage = new Stage(provider('p', 1, [{ id: 'a' }]), provider('q', 2, [{ id: 'b' }]));
    stage.fail('a', { status: code, retryAfterMs: 60_000, blame: 'request' }, 50);
    assert.deepEqual([stage.standing('a'), stage.order()], ['healthy', ['a', 'b']], String(code));
    const { failures } = stage.routing.report(stage.find('a').route);
    assert.deepEqual([...failures], [['refused', 50]]);
  }
});

test('a 403 that does not say whose fault it is puts no route aside, however often it comes', () => {
  const stage = new Stage(provider('p', 1, [{ id: 'a' }]), provider('q', 2, [{ id: 'b' }]));
  stage.fail('a', status(403), 50);
  assert.deepEqual([stage.standing('a'), stage.order()], ['healthy', ['a', 'b']]);
});

describe('what one account sends costs no other account its route', () => {
  const failing: readonly AttemptFailure[] = [status(500), { fault: 'protocol' }, { fault: 'reset' }, { fault: 'idle_timeout' }];
  const stageWithTwo = (): Stage => new Stage(provider('p', 1, [{ id: 'a' }]), provider('q', 2, [{ id: 'b' }]));
  const fail = (stage: Stage, account: string, why: AttemptFailure, times: number): void => {
    for (let time = 0; time < times; time += 1) stage.routing.failed(stage.find('a'), why, 'scripted', account);
  };

  test('a route that answered another account within the last minute stays, however often the calls of one fail', () => {
    for (const why of failing) {
      const stage = stageWithTwo();
      stage.routing.succeeded(stage.find('a'), 1, 'good');
      stage.routing.succeeded(stage.find('a'), 1, 'odd');
      fail(stage, 'odd', why, 50);
      assert.deepEqual([stage.standing('a'), stage.order()], ['healthy', ['a', 'b']], JSON.stringify(why));
      stage.clock.advance(60_000);
      fail(stage, 'odd', why, 1);
      assert.equal(stage.standing('a'), 'ejected', 'nobody else has been answered for a minute');
    }
  });

  test('the first failure of a second account ejects it, and so do the failures of an account that is alone', () => {
    for (const why of failing) {
      const [shared, alone] = [stageWithTwo(), stageWithTwo()];
      shared.routing.succeeded(shared.find('a'), 1, 'good');
      fail(shared, 'odd', why, 4);
      fail(shared, 'good', why, 1);
      assert.equal(shared.standing('a'), 'ejected');
      alone.routing.succeeded(alone.find('a'), 1, 'odd');
      fail(alone, 'odd', why, 5);
      assert.equal(alone.standing('a'), 'ejected');
    }
  });

  test('a refused connection counts for any caller', () => {
    const stage = stageWithTwo();
    stage.routing.succeeded(stage.find('a'), 1, 'good');
    fail(stage, 'odd', { fault: 'connect' }, 5);
    assert.equal(stage.standing('a'), 'ejected');
  });
});
