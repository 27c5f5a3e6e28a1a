import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '@tollgate/contract/errors';
import { BodyScanner } from '../../json/body-scanner.ts';
import type { ScannedBody } from '../../json/scanned-body.ts';
import { messages } from './messages.ts';

const user = { role: 'user', content: 'hi' };

function body(members: object): ScannedBody {
  const scanner = new BodyScanner();
  scanner.push(Buffer.from(JSON.stringify({ model: 'm', max_tokens: 10, messages: [user], ...members })));
  return scanner.finish();
}

const blocks = (...content: readonly unknown[]): object => ({ messages: [{ role: 'user', content }] });

const refused: readonly (readonly [members: object, param: string])[] = [
  [{ model: undefined }, 'model'],
  [{ max_tokens: undefined }, 'max_tokens'],
  [{ max_tokens: 0 }, 'max_tokens'],
  [{ max_tokens: '10' }, 'max_tokens'],
  [{ messages: [] }, 'messages'],
  [{ messages: {} }, 'messages'],
  [{ messages: [{ role: 'tool', content: 'x' }] }, 'messages[0].role'],
  [{ messages: [{ role: 'user' }] }, 'messages[0].content'],
  [blocks('x'), 'messages[0].content[0]'],
  [blocks({}), 'messages[0].content[0].type'],
  [blocks({ type: 'text' }), 'messages[0].content[0].text'],
  [{ system: 7 }, 'system'],
  [{ stream: 'true' }, 'stream'],
  [{ temperature: 'NaN' }, 'temperature'],
  [{ stop_sequences: 'x' }, 'stop_sequences'],
  [{ tools: {} }, 'tools'],
  [{ tools: [{}] }, 'tools[0].name'],
  [{ tools: [{ name: 'f', input_schema: 1 }] }, 'tools[0].input_schema'],
  [{ tool_choice: 'auto' }, 'tool_choice'],
  [{ tool_choice: { type: 'tool' } }, 'tool_choice.name'],
  [{ thinking: 'on' }, 'thinking'],
  [{ Max_Tokens: 9 }, 'Max_Tokens'],
  [{ Speed: 'fast' }, 'Speed'],
  [{ thinking: { type: 'enabled', Budget_tokens: 9 } }, 'thinking.Budget_tokens'],
  [{ tool_choice: { type: 'auto', NAME: 'f' } }, 'tool_choice.NAME'],
  [{ metadata: { User_id: 'x' } }, 'metadata.User_id'],
  [{ output_config: { Effort: 'max' } }, 'output_config.Effort'],
  [{ tools: [{ name: 'f', Type: 'web_search_20250305' }] }, 'tools[0].Type'],
  [blocks({ type: 'document', source: { type: 'text', data: 'x', URL: 'https://x' } }), 'messages[0].content[0].source.URL'],
  [
    blocks({ type: 'tool_result', tool_use_id: 'c', content: [{ type: 'text', text: 'x', Source: {} }] }),
    'messages[0].content[0].content[0].Source',
  ],
  [
    blocks({ type: 'document', source: { type: 'content', content: [{ type: 'text', text: 'x', TYPE: 'image' }] } }),
    'messages[0].content[0].source.content[0].TYPE',
  ],
];

for (const [members, param] of refused) {
  test(`bad parameters of Messages give 400 and name the field: ${JSON.stringify(members)}`, () => {
    assert.throws(
      () => messages.read(body(members)),
      (error) => error instanceof ApiError && error.status === 400 && error.param === param,
    );
  });
}

test('the faster mode is priced as the tier that it is', () => {
  assert.equal(messages.read(body({ speed: 'fast' })).serviceTier, 'fast');
  assert.equal(messages.read(body({ speed: 'standard', service_tier: 'auto' })).serviceTier, null);
});

const facts = { outputLimit: 10, contextLength: 200_000, outputBoundHolds: true, typicalOutputTokens: 1 };

function worstOf(members: object): number {
  const scanned = body(members);
  return messages.estimate(messages.read(scanned), scanned, facts).worst.inputTokens;
}

test('whatever the upstream fetches or adds by itself may fill all that the model takes', () => {
  const fetched: readonly object[] = [
    blocks({ type: 'document', source: { type: 'url', url: 'https://x.y/book.pdf' } }),
    blocks({ type: 'document', source: { type: 'file', file_id: 'file_1' } }),
    blocks({ type: 'container_upload', file_id: 'file_1' }),
    blocks({
      type: 'tool_result',
      tool_use_id: 'c',
      content: [{ type: 'document', source: { type: 'url', url: 'https://x.y' } }],
    }),
    { tools: [{ type: 'web_search_20250305', name: 'web_search' }] },
    { mcp_servers: [{ type: 'url', url: 'https://x.y', name: 'm' }] },
  ];
  for (const members of fetched) assert.ok(worstOf(members) > 200_000, JSON.stringify(members));
  assert.ok(worstOf({ tools: [{ type: 'custom', name: 'f' }] }) < 3_000);
});

test('an image counts as one wherever it is, and text that looks like one counts as text', () => {
  const image = { type: 'image', source: { type: 'url', url: 'https://x.y/a.png' } };
  const places: readonly object[] = [
    blocks(image),
    blocks({ type: 'tool_result', tool_use_id: 'c', content: [image] }),
    blocks({ type: 'document', source: { type: 'content', content: [image] } }),
  ];
  for (const members of places) assert.ok(worstOf(members) >= 75_000, JSON.stringify(members));
  const text = 'QUJD'.repeat(100_000);
  for (const members of [blocks({ type: 'text', text, source: { data: text } }), { system: text }])
    assert.ok(worstOf(members) >= text.length, JSON.stringify(members).slice(0, 80));
});
