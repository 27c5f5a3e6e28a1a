import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { conversationOf, sentKey } from './call-affinity.ts';

const user = (content: unknown) => ({ role: 'user', content });
const long = 'x'.repeat(3_000);

describe('what names the conversation of a call', () => {
  const all = { prompt_cache_key: 'cache', metadata: { user_id: 'person' }, user: 'user' };
  for (const [name, value, headers, key] of [
    ['its cache key', all, { 'session-id': 's' }, 'cache'],
    ['the header x-session-affinity', { user: 'u' }, { 'x-session-affinity': 'a', 'session-id': 's' }, 'a'],
    ['the header session-id', { user: 'u' }, { 'session-id': 's', 'x-claude-code-session-id': 'c' }, 's'],
    ['the header x-claude-code-session-id', { user: 'u' }, { 'x-claude-code-session-id': 'c' }, 'c'],
    ['metadata.user_id', { ...all, prompt_cache_key: null }, {}, 'person'],
    ['user', { user: 'u', metadata: null }, {}, 'u'],
    ['nothing that is empty or no text', { prompt_cache_key: '', user: 7, metadata: 'm' }, { 'session-id': '' }, null],
    ['the beginning of a long key', { prompt_cache_key: long }, {}, long.slice(0, 1_024)],
  ] as const)
    test(name, () => {
      assert.equal(sentKey(value, headers), key);
    });
});

describe('the conversation of a call that names none', () => {
  const later = [user('hello'), { role: 'assistant', content: 'hi' }, user('and then?')];

  test('is the same however many turns follow', () => {
    const system = { role: 'system', content: 'You are short.' };
    assert.equal(conversationOf({ messages: [system, ...later] }), conversationOf({ messages: [system, user('hello')] }));
    assert.notEqual(conversationOf({ messages: later }), conversationOf({ messages: [system, ...later] }));
    assert.notEqual(conversationOf({ messages: [user('hello!')] }), conversationOf({ messages: [user('hello')] }));
  });

  test('looks at the first KiB of the system prompt and the first 256 characters of the first turn', () => {
    const at = (systemTail: string, turnTail: string) =>
      conversationOf({
        messages: [{ role: 'system', content: long.slice(0, 1_024) + systemTail }, user(long.slice(0, 256) + turnTail)],
      });
    assert.equal(at('', ''), at('later', 'later'));
    assert.equal(conversationOf({ messages: [user(long)] }).length, 256 + 2);
  });

  test('is read from every form of a request', () => {
    const same = '\n\nhello';
    for (const value of [
      { messages: [user('hello')] },
      { messages: [user([{ type: 'text', text: 'hel' }, { type: 'image_url' }, { type: 'text', text: 'lo' }])] },
      { input: 'hello' },
      { input: [user([{ type: 'input_text', text: 'hello' }])] },
      { contents: [{ role: 'user', parts: [{ text: 'hello' }] }] },
      { prompt: 'hello' },
    ])
      assert.equal(conversationOf(value), same);
    for (const value of [
      { system: 'be short' },
      { system: [{ type: 'text', text: 'be short' }] },
      { instructions: 'be short' },
      { systemInstruction: { parts: [{ text: 'be short' }] } },
      { messages: [{ role: 'developer', content: 'be short' }] },
    ])
      assert.equal(conversationOf(value), 'be short\n\n');
    for (const value of [{}, { messages: null }, { messages: [null, 7] }, { input: 7, system: {} }])
      assert.equal(conversationOf(value), '\n\n');
  });
});
