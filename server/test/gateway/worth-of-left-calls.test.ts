/** Goal: an abandoned answer has a value that the limits on broken connections can count, however it is abandoned. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { must, question } from '../scenarios/scenario.ts';
import { chatStream, stall } from '../scripted-upstream/behaviours.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import type { Behaviour } from '../scripted-upstream/scripted-exchange.ts';
import { startFixture, type CallRow, type Fixture } from './fixture.ts';
import { postBytes, RawClient } from './raw-client.ts';

const outputLimit = 100;
/** Tolerance for a provider that counts differently, above the limit of the record. */
const tolerated = 5 + 1_024;

describe('a call that its client broke off', () => {
  let fixture: Fixture;
  before(async () => {
    fixture = await startFixture();
    const price = { input: '0', cached_input: '0', output: '8' };
    const facts = { output_limit: outputLimit, typical_output: 40 };
    await must(fixture, 'PUT', '/models/test%2Fchat', { kind: 'chat', price, confirm: true, ...facts });
  });
  after(() => fixture.closeSettled());

  async function left(answer: Behaviour, stream: boolean, seen: (text: string) => boolean): Promise<CallRow> {
    fixture.upstream.otherwise(answer);
    const client = await RawClient.open(fixture.port);
    client.send(postBytes({ ...question, stream }, { key: fixture.key }));
    await fixture.upstream.nextRequest();
    if (stream) await client.until(seen, 'the text is there');
    client.leave();
    const row = await fixture.nextRow();
    assert.deepEqual([row.ending, row.error_code, Number(row.charge_exact)], ['client_left', 'client_left', 0]);
    return row;
  }

  /** At 8 CNY per million, with free input. */
  const outputTokens = ({ uncollected }: CallRow): number => Math.round(Number(uncollected) / 8e-6);

  test('with more text than the model can have written counts with the possible maximum, and towards the limits', async () => {
    const text = `${'word '.repeat(100 * outputLimit)}end`;
    const row = await left(chatStream([text, new Gate(), 'more']), true, (received) => received.includes('end'));
    assert.equal(outputTokens(row), outputLimit + tolerated);
  });

  test('before any of a whole response arrived counts with the expected cost', async () => {
    const row = await left(stall(), false, () => true);
    assert.equal(outputTokens(row), 40);
  });

  test('in the middle of a stream counts with what was written so far', async () => {
    const row = await left(chatStream(['Hi', new Gate(), 'more']), true, (received) => received.includes('Hi'));
    assert.equal(outputTokens(row), 1, 'two letters are a token');
  });
});
