/**
 * Goal: what one person sends, or does at once, is limited before it is processed. Method: the API over HTTP; outgoing connections are held
 * by the test.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { patchSiteSettingsRequest, siteSettingNames } from '@tollgate/contract/site/site-settings';
import { startPeopleBench, type Asks, type PeopleBench } from '../../console/people-bench.ts';

let bench: PeopleBench;
let owner: Asks;
let account = '';
before(async () => {
  bench = await startPeopleBench();
  owner = bench.person('owner', { locale: 'en' });
  account = String((await owner('GET', '/session')).body.accounts[0].id);
});
after(() => bench.close());

test('a request without a sign-in has no megabytes parsed', async () => {
  const send = (characters: number) => bench.nobody('POST', '/contact-proofs', { token: 'x'.repeat(characters) });
  const { status, body } = await send(17_000);
  assert.deepEqual([status, body.error.code], [413, 'body_too_large']);
  assert.notEqual((await send(1000)).status, 413);
});

test('only one webhook of an account is tested at a time, so that the limit per minute counts each', async () => {
  const made = await owner('POST', `/accounts/${account}/webhooks`, { url: 'https://hooks.example.com/x' });
  assert.equal(made.status, 201, made.text);
  const path = `/accounts/${account}/webhooks/${String(made.body.webhook?.id ?? made.body.id)}/test`;
  const answered = Promise.withResolvers<{ readonly status: null; readonly failure: string }>();
  const clicks = 20;
  let sent = 0;
  let refused = 0;
  // No response arrives before every click was either sent or refused, so none came late and found nothing in progress.
  const arrived = () => {
    if (sent + refused === clicks) answered.resolve({ status: null, failure: 'nobody is there' });
  };
  Object.assign(bench.control.webhooks, {
    send: () => {
      sent += 1;
      arrived();
      return answered.promise;
    },
  });
  const click = async () => {
    const { status } = await owner('POST', path);
    if (status === 409) refused += 1;
    arrived();
    return status;
  };
  const statuses = await Promise.all(Array.from({ length: clicks }, click));
  assert.deepEqual([sent, refused, statuses.filter((status) => status < 300).length], [1, clicks - 1, 1]);
});

/** The minimum of a few runs, because other processes on the machine add time. */
function shortestMs(body: object, runs: number): number {
  let shortest = Infinity;
  for (let at = 0; at < runs; at += 1) {
    const startMs = performance.now();
    patchSiteSettingsRequest.safeParse(body);
    shortest = Math.min(shortest, performance.now() - startMs);
  }
  return shortest;
}

test('no text of a setting takes more than a hundred times what one of its length takes that is as it should be', () => {
  const characters = 20_000;
  const usual = shortestMs({ service_name: 'a'.repeat(characters) }, 20);
  for (const name of siteSettingNames)
    for (const unit of ['a', '@', '.', 'a.', '@.', ' ', '/', ':', ',', '\n', '-'])
      for (const before of ['', 'a@', 'https://'])
        for (const end of ['…', '@', '\n']) {
          const body = { [name]: before + unit.repeat(characters / unit.length) + end };
          const what = `${name}: ${before}, ${JSON.stringify(unit)} and ${JSON.stringify(end)}`;
          assert.ok(shortestMs(body, 1) <= usual * 100 || shortestMs(body, 3) <= usual * 100, what);
        }
});
