/**
 * Goal: the public endpoint for reports of payment services does a limited amount of work. Method: the API over HTTP; the key service that
 * a report needs responds when the test decides.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { registerCallbacks } from '../../../src/subjects/payments/callback-routes.ts';
import { createSourceIp } from '../../../src/domain/limits/source-ip.ts';
import { createPaymentServices } from '../../../src/payments/registry.ts';
import { startAdminBench, type AdminBench } from '../../admin/admin-bench.ts';
import { waitFor } from '../../wait-for.ts';

const atOnceMax = 64;

describe('reports of payment services', () => {
  let bench: AdminBench;
  /** Reports that wait to be decrypted. */
  let opened = 0;
  let gate = Promise.withResolvers<null>();
  before(async () => {
    const sourceIp = createSourceIp(['127.0.0.1']);
    bench = await startAdminBench({
      beside: (scope, control) => {
        registerCallbacks(scope, { control, sourceIp });
      },
    });
    const services = createPaymentServices(
      { nowMs: () => bench.clock.nowMs(), nonce: () => 'nonce' },
      { epay: 'http://127.0.0.1:9' },
    );
    const secrets = { key: 'the key of the service' };
    Object.assign(bench.control.payments, { services });
    const put = await bench.ask('PUT', '/api/admin/payment-methods/epay', { enabled: true, settings: { pid: '1' }, secrets });
    assert.equal(put.status, 200, put.text);
    const open: typeof services.open = async (...given) => {
      opened += 1;
      await gate.promise;
      return services.open(...given);
    };
    Object.assign(bench.control.payments, { services: { ...services, open } });
  });
  after(() => bench.close());
  beforeEach(() => {
    opened = 0;
    gate = Promise.withResolvers<null>();
    // Each test has a separate minute.
    bench.clock.advance(120_000);
  });

  const path = '/api/callbacks/epay?trade_status=TRADE_SUCCESS';
  /** The response to a report from this address, which proves nothing. */
  const report = (address: string, to = path) => bench.ask('GET', to, undefined, { 'x-forwarded-for': address });

  test('64 are worked on at once, however many come together; the next ones are asked to come again, and find room', async () => {
    const together = Array.from({ length: atOnceMax + 16 }, (_, at) => report(`203.0.113.${String(at)}`));
    const answers: number[] = [];
    const over = Promise.all(together.map(async (one) => answers.push((await one).status)));
    await waitFor(() => opened + answers.length === together.length, { what: 'each is worked on or refused' });
    assert.equal(opened, atOnceMax);
    assert.deepEqual(new Set(answers), new Set([429]));
    const late = await report('203.0.113.200');
    assert.deepEqual([late.status, late.headers.get('retry-after')], [429, '1']);
    gate.resolve(null);
    await over;
    assert.equal(answers.filter((status) => status === 400).length, atOnceMax, 'refused as forged, each by itself');
    assert.equal((await report('203.0.113.201')).status, 400, 'there is room again');
  });

  test('allow 60 forged ones a minute per address; then that address waits until they are a minute old, and others do not', async () => {
    gate.resolve(null);
    for (let at = 0; at < 60; at += 1) assert.equal((await report('198.51.100.1')).status, 400);
    const refused = await report('198.51.100.1');
    assert.equal(refused.status, 429);
    const seconds = Number(refused.headers.get('retry-after'));
    assert.ok(seconds >= 1 && seconds <= 60, String(seconds));
    assert.equal(opened, 60, 'nothing was opened for it');
    assert.equal((await report('198.51.100.2')).status, 400);
    bench.clock.advance(60_000);
    assert.equal((await report('198.51.100.1')).status, 400);
  });

  test('a method that there is not, or that is not set up, is answered so, and takes no room', async () => {
    gate.resolve(null);
    for (const name of ['cash', 'alipay'])
      for (let at = 0; at < atOnceMax + 1; at += 1)
        assert.equal((await report('192.0.2.1', `/api/callbacks/${name}`)).status, 404);
    assert.equal((await report('192.0.2.1')).status, 400);
  });

  test('a report is at most 64 KiB, whatever it says that it is', async () => {
    gate.resolve(null);
    const send = async (bytes: number) => {
      const headers = { 'content-type': 'text/x-anything', 'x-forwarded-for': '192.0.2.2' };
      const answer = await fetch(`${bench.url}${path}`, { method: 'POST', headers, body: 'x'.repeat(bytes) });
      await answer.text();
      return answer.status;
    };
    assert.equal(await send(64 * 1024), 400);
    assert.equal(await send(64 * 1024 + 1), 413);
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.3' };
    const before = opened;
    await (await fetch(`${bench.url}${path}`, { method: 'POST', headers, body: '{' })).text();
    assert.equal(opened, before + 1, 'its signature is over the bytes, so nobody reads them before');
  });
});
