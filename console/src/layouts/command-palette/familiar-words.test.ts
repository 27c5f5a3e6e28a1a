import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFamiliar } from './familiar-words.ts';

test('pages are found by the words of other gateways, in both languages', () => {
  for (const word of ['channel', '渠道']) assert.ok(isFamiliar('providers', word), word);
  for (const word of ['group', '分组', 'ratio', '倍率']) assert.ok(isFamiliar('plans', word), word);
  for (const word of ['token', '令牌']) assert.ok(isFamiliar('keys', word), word);
  for (const word of ['redemption', '兑换码']) assert.ok(isFamiliar('codes', word), word);
  assert.ok(!isFamiliar('keys', ''), 'nothing typed adds nothing');
  assert.ok(!isFamiliar('keys', 'channel'));
});
