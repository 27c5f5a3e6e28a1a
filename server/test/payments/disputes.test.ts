/**
 * Goal: an account whose payment is disputed spends nothing more, whatever its owner does meanwhile. Method: a running service, a payment
 * service that reports disputes; on both databases.
 */
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { withAutoTopUps } from './auto-top-up-world.ts';

await withAutoTopUps('a disputed payment', (w, bench) => {
  let intent = '';
  before(async () => {
    await w.setUp();
    await w.must('PATCH', '', { threshold: '20', amount: '100', monthly_maximum: '350' });
    await w.saveCard();
    await w.fall();
    await w.must('PATCH', '', { enabled: true });
    assert.equal(await w.order(), 1);
    const id = await w.openOrder();
    await w.charge(id);
    ({ id: intent } = w.cards.intent(id) as { id: string });
  });

  const status = async (): Promise<string> => String((await bench().admin('GET', `/accounts/${bench().accountId}`)).status);
  const close = (method: 'POST' | 'PATCH', more: object = {}): Promise<unknown> =>
    bench().admin(method, `/accounts/${bench().accountId}/closing`, { reason: 'test', ...more });
  const dispute = async (): Promise<number> => (await w.report('charge.dispute.created', { payment_intent: intent })).status;

  it('disables its account, however often it is reported', async () => {
    assert.equal(await status(), 'active');
    assert.deepEqual([await dispute(), await status(), await dispute()], [200, 'disabled', 200]);
    await bench().admin('PATCH', `/accounts/${bench().accountId}`, { status: 'active' });
  });

  it('is not evaded by closing the account and taking that back', async () => {
    await close('POST');
    assert.deepEqual([await dispute(), await dispute()], [200, 200]);
    await close('PATCH', { act: 'take_back' });
    assert.equal(await status(), 'disabled');
    await bench().audited();
  });
});
