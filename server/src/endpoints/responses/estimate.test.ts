import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scanned } from '../../../test/scanned.ts';
import { estimateResponses } from './estimate.ts';

const request = { model: 'm', stream: false, includeUsage: true, outputTokensMax: 100, choices: 1, serviceTier: null };
const facts = { outputLimit: null, contextLength: null, outputBoundHolds: true, typicalOutputTokens: 10 };

function inputOf(members: object): number {
  return estimateResponses(request, scanned({ model: 'm', ...members }), facts).input.inputTokens;
}

test('a picture counts the same however many bytes it has, in a message and in the result of a tool; elsewhere it is text', () => {
  const pictured = (bytes: number, type = 'input_image'): object => ({
    type,
    image_url: `data:image/png;base64,${'A'.repeat(bytes)}`,
  });
  const said = (bytes: number): number => inputOf({ input: [{ role: 'user', content: [pictured(bytes)] }] });
  const returned = (bytes: number): number =>
    inputOf({ input: [{ type: 'function_call_output', call_id: 'c', output: [pictured(bytes)] }] });
  for (const count of [said, returned]) {
    assert.ok(Math.abs(count(400_000) - count(4_000)) < 5, String(count(400_000)));
    assert.ok(count(4_000) > 700, 'a picture is not free');
  }
  assert.ok(inputOf({ input: [{ role: 'user', content: [pictured(400_000, 'input_text')] }] }) > 50_000);
  assert.ok(inputOf({ input: 'x'.repeat(400_000) }) > 50_000);
});

test('a file counts by its size, and one that the provider fetches at its largest', () => {
  const filed = (part: object): object => ({ input: [{ role: 'user', content: [{ type: 'input_file', ...part }] }] });
  assert.ok(inputOf(filed({ file_data: `data:application/pdf;base64,${'A'.repeat(400_000)}` })) > 50_000);
  const worstOf = (members: object): number =>
    estimateResponses(request, scanned({ model: 'm', ...members }), facts).worst.inputTokens;
  for (const part of [{ file_url: 'https://example.com/a.pdf' }, { file_id: 'file_1' }])
    assert.ok(worstOf(filed(part)) > 1_000_000);
  assert.ok(worstOf({ input: 'x', tools: [{ type: 'web_search' }] }) > 1_000_000, 'a search of the provider adds input');
  assert.ok(worstOf({ input: 'x', tools: [{ type: 'namespace', name: 'n', tools: [] }] }) < 3_000);
});
