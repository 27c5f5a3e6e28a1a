/** Goal: only operators see which providers exist, and that a route behind a working one is dead. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLogger, type Logger } from '../../../src/platform/logger.ts';
import { startFixture, type Fixture } from '../../gateway/fixture.ts';
import { addProvider, chatCall, must } from '../../scenarios/scenario.ts';
import { refusedBaseUrl } from '../../scripted-upstream/behaviours.ts';

async function metricsAt(url: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(`${url}/metrics`, { headers });
  return { status: response.status, text: await response.text() };
}

async function withFixture(options: Parameters<typeof startFixture>[0], use: (fixture: Fixture) => Promise<void>): Promise<void> {
  const fixture = await startFixture(options);
  try {
    await use(fixture);
  } finally {
    await fixture.close();
  }
}

test('a dead route behind a working one: state and last fault in its provider, one line when it goes and one when it is back', async () => {
  const lines: (readonly [level: string, fields: object, text: string])[] = [];
  const logger: Logger = {
    ...silentLogger,
    info: (fields, text) => void lines.push(['info', fields, text]),
    warn: (fields, text) => void lines.push(['warn', fields, text]),
  };
  await withFixture({ logger }, async (fixture) => {
    const { id } = await addProvider(fixture, 'dead', { baseUrl: await refusedBaseUrl(), priority: 1 });
    const health = async () => (await must(fixture, 'GET', `/providers/${id}`)).routes[0].health;
    assert.equal((await health()).state, 'healthy');
    for (let call = 0; call < 8; call += 1) assert.equal((await chatCall(fixture, fixture.key)).status, 200);
    const { state, attempts, failures, last_fault: fault, back_at: backAt, since } = await health();
    assert.deepEqual([state, attempts, failures, fault], ['ejected', 5, 5, 'Error ECONNREFUSED connect']);
    assert.equal(Date.parse(backAt) - Date.parse(since), 30_000);
    const of = () => lines.filter(([, , text]) => text.includes('route')).map(([level]) => level);
    assert.deepEqual(of(), ['warn']);
    assert.doesNotMatch(JSON.stringify(lines), /127\.0\.0\.1|key-of-dead/, 'without address and key');
    fixture.clock.advance(30_000);
    assert.equal((await health()).state, 'trial');
    await must(fixture, 'PATCH', `/providers/${id}`, { priority: 2 });
    assert.equal((await health()).state, 'trial', 'its health survives a change of the provider');
    assert.equal((await fixture.admin('GET', '/providers/prv_nobody')).status, 404);
  });
});

test('metrics that name providers need the administrator token; a wrong one is refused, and none is as before', async () => {
  await withFixture({}, async (fixture) => {
    const url = `http://127.0.0.1:${String(fixture.port)}`;
    await chatCall(fixture, fixture.key);
    const open = await metricsAt(url);
    assert.match(open.text, /tollgate_calls_total/);
    assert.doesNotMatch(open.text, /tollgate_route|provider=|scripted/);
    const basic = await metricsAt(url, { authorization: 'Basic YTpi' });
    assert.deepEqual([basic.status, basic.text.includes('tollgate_route')], [200, false], 'credentials of a proxy in front');
    assert.equal((await metricsAt(url, { authorization: `Bearer ${fixture.key}` })).status, 401);
    const told = await metricsAt(url, { authorization: `Bearer ${fixture.service.adminToken}` });
    assert.match(
      told.text,
      /tollgate_route_state\{provider="scripted-\d+",region="domestic",route="rte_\w+",state="healthy"\} 1/,
    );
    assert.match(told.text, /tollgate_route_first_byte_seconds_count\{provider="scripted-\d+"[^}]*\} 1/);
  });
});

test('a separate console port shows them unchanged, and the public port shows none', async () => {
  await withFixture({ env: { TOLLGATE_CONSOLE_PORT: '0' } }, async (fixture) => {
    assert.match((await metricsAt(fixture.service.consoleUrl)).text, /tollgate_route_state\{provider="/);
    assert.doesNotMatch((await metricsAt(`http://127.0.0.1:${String(fixture.port)}`)).text, /tollgate/);
  });
});
