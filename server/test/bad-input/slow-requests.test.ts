/** Row 17 of the catalogue of bad input: requests that arrive so slowly that they only occupy a connection. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pass } from 'node:timers/promises';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { postBytes, RawClient } from '../gateway/raw-client.ts';
import { checkRefusal, expectHealthy, question } from './refusals.ts';

describe('slow requests', () => {
  let fixture: Fixture;

  before(async () => {
    fixture = await startFixture({ env: { TOLLGATE_HEADERS_TIMEOUT_MS: '100', TOLLGATE_REQUEST_TIMEOUT_MS: '200' } });
  });

  after(() => fixture.close());

  /** Sends a byte from time to time until the connection ends. Both limits belong to the HTTP server and use real time. */
  async function trickle(client: RawClient, bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length && !client.closed && client.received.length === 0; at += 1) {
      client.send(bytes.subarray(at, at + 1));
      await pass(20);
    }
    checkRefusal(await client.answer(), { code: 'request_timeout', closes: true });
    await client.ended();
  }

  test('row 17: a head of one byte now and then gets 408 and the connection ends', async () => {
    await trickle(await RawClient.open(fixture.port), postBytes('x'.repeat(4000), { key: fixture.key }));
  });

  test('row 17: a body of one byte now and then gets 408, is logged uncharged and reaches no upstream', async () => {
    const bytes = postBytes({ ...question, x: 'x'.repeat(4000) }, { key: fixture.key });
    const bodyStart = bytes.indexOf('\r\n\r\n') + 4;
    const client = await RawClient.open(fixture.port);
    client.send(bytes.subarray(0, bodyStart));
    await trickle(client, bytes.subarray(bodyStart));
    const row = await fixture.nextRow();
    assert.deepEqual([row.status, row.ending, row.error_code, Number(row.charge_exact)], [408, 'refused', 'request_timeout', 0]);
    assert.equal(fixture.upstream.requests.length, 0);
  });

  test('after all of it the service is what it was', () => expectHealthy(fixture));
});
