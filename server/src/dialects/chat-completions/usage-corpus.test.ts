import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { quantitiesOf, type QuantityName } from '@tollgate/contract/quantities';
import { usageCorpus } from '../../../test/corpus/usage.ts';
import { finish, last, type Right, type UsageRow } from '../../../test/corpus/usage-row.ts';
import { attemptPlan } from '../../../test/corpus/attempt-plan.ts';
import type { AttemptPlan, ReportedUsage } from '../dialect.ts';
import { readWhole } from './read-whole.ts';
import { ChatStreamRelay } from './stream-relay.ts';

const planOf = ({ quirks = {} }: UsageRow, stream: boolean): AttemptPlan => ({
  ...attemptPlan,
  model: 'm',
  upstreamModel: 'u',
  stream,
  quirks,
  callId: 'call',
});

function wholeOf(row: UsageRow): ReportedUsage {
  const message = { role: 'assistant', content: row.isSilent === true ? null : 'words' };
  const choices = [{ index: 0, message, finish_reason: 'stop' }];
  const answer = Buffer.from(JSON.stringify({ model: 'u', choices, usage: row.usage, ...row.answer }));
  const steps = readWhole(answer, planOf(row, false));
  for (let next = steps.next(); ; next = steps.next()) {
    if (next.done !== true) continue;
    assert.ok(next.value.ok);
    return next.value.usage;
  }
}

function streamedOf(row: UsageRow, frames: readonly unknown[]): ReportedUsage {
  const relay = new ChatStreamRelay(planOf(row, true));
  const content = row.isSilent === true ? '' : 'words';
  const first = { choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }] };
  for (const frame of [first, ...frames]) relay.push(Buffer.from(`data: ${JSON.stringify(frame)}\n\n`));
  relay.push(Buffer.from('data: [DONE]\n\n'));
  assert.equal(relay.state, 'complete');
  return relay.usage;
}

/** Every form in which a row can arrive. */
function readings(row: UsageRow): readonly ReportedUsage[] {
  if (row.frames !== undefined) return [streamedOf(row, row.frames)];
  if (row.answer !== undefined) return [wholeOf(row)];
  return [
    wholeOf(row),
    streamedOf(row, [finish(row.usage)]),
    streamedOf(row, [finish(undefined), last(row.usage)]),
    streamedOf(row, [finish(null), { choices: null, usage: row.usage }]),
  ];
}

function expected(right: Right, isSilent: boolean): unknown {
  if (right === 'nothing') return { kind: 'none' };
  if (right === 'refused') return { kind: 'invalid' };
  const { fresh, cached = 0, write = 0, write1h = 0, out, reasoning = 0, more = {}, doubt } = right;
  const parts = Object.entries(more) as [QuantityName, number][];
  const usage = {
    inputTokens: fresh + cached + write + write1h,
    cachedTokens: cached,
    outputTokens: out,
    reasoningTokens: reasoning,
    more: quantitiesOf([['cache_write', write], ['cache_write_1h', write1h], ...parts]),
  };
  // Only the caller, who has the answer, knows that an answer without text has no output.
  const seen = isSilent ? 'output' : doubt;
  return { kind: 'valid', usage, tier: null, ...(seen === undefined ? {} : { doubt: seen }) };
}

describe('reports of usage as upstreams really send them', () => {
  for (const row of usageCorpus) {
    const { who, source, right, isSilent } = row;
    test(`${who}${source === undefined ? '' : ` (${source})`}`, () => {
      for (const read of readings(row)) assert.deepEqual(read, expected(right, isSilent === true));
    });
  }

  test('there are enough of them, and half have a public source', () => {
    assert.ok(usageCorpus.length >= 110, String(usageCorpus.length));
    assert.ok(usageCorpus.filter(({ source }) => source !== undefined).length >= 55);
    assert.equal(new Set(usageCorpus.map(({ who }) => who)).size, usageCorpus.length);
  });
});
