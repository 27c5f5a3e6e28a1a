import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blankCall, type CallRecord } from '../domain/books/call-record.ts';
import type { HealthReport, RouteReport } from '../domain/catalog/route-report.ts';
import { DurationCounts } from '../platform/duration-counts.ts';
import { Metrics } from './metrics.ts';

const record: CallRecord = {
  ...blankCall,
  id: '01a1fbea-9aaa-7057-9d0c-8589e8efb05b',
  requestTimeMs: 0,
  accountId: 'acc_1',
  subAccountId: null,
  keyId: 'key_1',
  endpoint: 'chat.completions',
  model: 'test/chat',
  kind: 'chat',
  status: 200,
  streamed: false,
  inputTokens: 12,
  outputTokens: 5,
  charge: 64_000n,
  priceVersion: 'test/chat@1',
  durationMs: 700,
  firstTokenMs: 20,
  sourceIp: '127.0.0.1',
  route: 'p/domestic',
  attempts: 1,
  ending: 'complete',
  errorCode: null,
  error: null,
  hourStartMs: 0,
  day: 20261121,
};

test('a scrape reports calls by ending, money, tokens, durations in cumulative buckets and the process itself', async () => {
  const fleet = { liveNodes: () => 2, coordinating: () => false, decidedLocally: () => 7, clockAheadSeconds: () => -3 };
  const metrics = new Metrics({
    runningCalls: () => 3,
    unconfirmedAnswers: () => 1,
    queuedRecords: () => 0,
    storageAccepting: () => true,
    mails: () => Promise.resolve([{ state: 'bounced', count: 2 }]),
    mailLockedOut: () => true,
    files: () => Promise.resolve({ bytes: 8, bytesMax: 10 }),
    queueItems: () => Promise.resolve([{ queue: 'mail', state: 'dead', count: 2 }]),
    routes: () => [],
    fleet,
  });
  metrics.observe(record);
  metrics.observe({ ...record, durationMs: 7_000_000, firstTokenMs: null, ending: 'client_left', charge: 0n, uncollected: 5n });
  assert.doesNotMatch(await metrics.render({ withRoutes: false }), /^(nodejs|process)_/m, 'what nobody reads is not followed');
  const text = await metrics.render({ withRoutes: false });
  const value = (name: string): number => {
    const line = text.split('\n').find((each) => each.startsWith(`${name} `));
    assert.ok(line, `${name} in\n${text}`);
    return Number(line.slice(name.length + 1));
  };
  assert.equal(value('tollgate_calls_total{endpoint="chat.completions",ending="complete",status_class="2xx"}'), 1);
  assert.equal(value('tollgate_queue_items{queue="mail",state="dead"}'), 2);
  assert.equal(value('tollgate_mails{state="bounced"}'), 2);
  assert.equal(value('tollgate_mail_locked_out'), 1);
  assert.equal(value('tollgate_files_bytes{which="used"}'), 8);
  assert.equal(value('tollgate_files_bytes{which="max"}'), 10);
  assert.equal(value('tollgate_call_duration_seconds_bucket{le="0.5"}'), 0);
  assert.equal(value('tollgate_call_duration_seconds_bucket{le="1"}'), 1);
  assert.equal(value('tollgate_call_duration_seconds_bucket{le="300"}'), 1);
  assert.equal(value('tollgate_call_duration_seconds_bucket{le="+Inf"}'), 2);
  assert.equal(value('tollgate_call_duration_seconds_count'), 2);
  assert.equal(value('tollgate_call_duration_seconds_sum'), 7000.7);
  assert.equal(value('tollgate_call_first_token_seconds_bucket{le="0.02"}'), 1);
  assert.ok(Math.abs(value('tollgate_charged_cny_total') - 0.000064) < 1e-12);
  assert.equal(value('tollgate_input_tokens_total'), 24);
  assert.equal(value('tollgate_running_calls'), 3);
  assert.equal(value('tollgate_nodes_live'), 2);
  assert.equal(value('tollgate_coordination_ready'), 0);
  assert.equal(value('tollgate_calls_decided_locally'), 7);
  assert.equal(value('tollgate_clock_ahead_seconds'), -3);
  assert.ok(value('nodejs_eventloop_lag_seconds') >= 0);
});

test('metrics that name providers are separate: state, attempts, failures by kind and first byte of each route, at most 200, and of its keys', async () => {
  const firstByte = new DurationCounts();
  firstByte.observe(300);
  const health: HealthReport = {
    standing: 'ejected',
    sinceMs: 0,
    backAtMs: 1,
    lastUsedAtMs: null,
    lastFault: 'x',
    lastFaultAtMs: 0,
    attempts: 7,
    failures: new Map([['reset', 5]]),
    firstByte,
    minutes: { answered: [], failed: [] },
  };
  const report: RouteReport = {
    ...health,
    keys: new Map(['k1', 'k2'].map((key) => [key, { ...health, isFull: key === 'k2' }])),
  };
  const all = Array.from({ length: 250 }, (_, at) => ({
    provider: 'a "b"',
    region: 'overseas',
    route: `r${String(at)}`,
    isInMaintenance: at === 0,
    report,
  }));
  const metrics = new Metrics({
    runningCalls: () => 0,
    unconfirmedAnswers: () => 0,
    queuedRecords: () => 0,
    storageAccepting: () => true,
    mails: () => Promise.resolve([{ state: 'bounced', count: 2 }]),
    files: () => Promise.resolve({ bytes: 0, bytesMax: 0 }),
    mailLockedOut: () => true,
    queueItems: () => Promise.resolve([{ queue: 'mail', state: 'dead', count: 2 }]),
    routes: () => all,
  });
  assert.doesNotMatch(await metrics.render({ withRoutes: false }), /provider="|tollgate_route/);
  const lines = (await metrics.render({ withRoutes: true })).split('\n');
  const labels = 'provider="a \\"b\\"",region="overseas",route="r0"';
  for (const line of [
    `tollgate_route_state{${labels},state="ejected"} 1`,
    `tollgate_route_state{${labels},state="healthy"} 0`,
    `tollgate_route_maintenance{${labels}} 1`,
    `tollgate_route_maintenance{${labels.replace('"r0"', '"r1"')}} 0`,
    `tollgate_route_attempts_total{${labels}} 7`,
    `tollgate_route_failures_total{${labels},kind="reset"} 5`,
    `tollgate_route_failures_total{${labels},kind="connect"} 0`,
    `tollgate_route_first_byte_seconds_bucket{${labels},le="0.1"} 0`,
    `tollgate_route_first_byte_seconds_bucket{${labels},le="0.5"} 1`,
    `tollgate_route_first_byte_seconds_count{${labels}} 1`,
    'tollgate_routes_not_shown 50',
    `tollgate_route_key_state{${labels},key="k1",state="ejected"} 1`,
    `tollgate_route_key_full{${labels},key="k2"} 1`,
    `tollgate_route_key_attempts_total{${labels},key="k1"} 7`,
  ])
    assert.ok(lines.includes(line), line);
  assert.equal(lines.filter((line) => line.startsWith('tollgate_route_attempts_total{')).length, 200);
  const names = lines.filter((line) => line.startsWith('# TYPE')).map((line) => line.split(' ')[2]);
  assert.equal(new Set(names).size, names.length, 'no metric twice');
});
