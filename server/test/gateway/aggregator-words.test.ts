/**
 * Goal: aggregators disable a whole channel because of the status, type, code or text of an error. They should do so for an unusable key
 * and for an account without money, and for nothing else, whatever a client or an upstream writes.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { channelRules, rulesHit, switchesChannelOff } from '@tollgate/contract/requests/channel-rules';
import { ApiError, errorCatalogue, type ErrorCode, type ErrorEntry } from '@tollgate/contract/errors';
import ts from 'typescript';
import { keyFaults } from '../../src/domain/tenants/key-value.ts';
import { neutralError } from '../../src/gateway/refusals/neutral-error.ts';
import { refusal } from '../scripted-upstream/behaviours.ts';
import { startFixture, type Fixture } from './fixture.ts';

const softwares = [...new Set(channelRules.map(({ software }) => software))];
const words = [...new Set(channelRules.flatMap((rule) => rule.words ?? []))];

/** Which aggregators disable a channel for this error. */
function switchedOffBy(error: Parameters<typeof rulesHit>[0]): readonly string[] {
  const hit = new Set(rulesHit(error).map(({ software }) => software));
  return softwares.filter((software) => hit.has(software));
}

function expectedFor(status: number, code: string): readonly string[] {
  return status === 401 || code === 'balance_exhausted' ? softwares : [];
}

test('every row of the table says where it was read', () => {
  assert.deepEqual(softwares, ['one-api', 'new-api', 'one-hub']);
  for (const { source } of channelRules) assert.match(source, /^[\w-]+\/[\w-]+@[0-9a-f]{8} \S+\.go/);
});

describe('every text of the catalogue', () => {
  for (const [code, entry] of Object.entries<ErrorEntry>(errorCatalogue)) {
    const expected = expectedFor(entry.status, code);
    test(`${code} switches a channel off: ${expected.length > 0 ? 'everywhere' : 'nowhere'}`, () => {
      assert.deepEqual(switchedOffBy({ ...entry, code }), expected);
      // No request to the gateway uses a person's session.
      if (entry.status === 401 && code !== 'not_signed_in') assert.match(entry.message, /Incorrect API key provided/);
      if (entry.status === 403) assert.notEqual(entry.type, 'invalid_request_error', 'which LiteLLM reads as a bad request');
    });
  }

  test('an account without money is found by words alone too, as later versions look', () => {
    const { message } = errorCatalogue.balance_exhausted;
    for (const software of softwares) {
      const theirs = channelRules.filter((rule) => rule.software === software).flatMap((rule) => rule.words ?? []);
      assert.ok(
        theirs.some((part) => message.toLowerCase().includes(part)),
        software,
      );
    }
  });
});

test('words are found in any case and with a Turkish capital I', () => {
  for (const part of words) {
    for (const written of [part.toUpperCase(), part.replaceAll('i', 'İ'), `x${part}y`])
      assert.ok(switchesChannelOff(written), written);
  }
});

test('a text that would switch a channel off is replaced by the catalogue’s; advice and field stay', () => {
  for (const code of Object.keys(errorCatalogue) as ErrorCode[]) {
    const error = new ApiError(code, { message: 'the model "balance" …', param: 'model', retryAfterSeconds: 7 });
    const told = neutralError(error);
    const meant = expectedFor(error.status, code).length > 0;
    assert.equal(told.message, meant ? error.message : errorCatalogue[code].message);
    assert.deepEqual(
      [told.code, told.param, told.retryAfterSeconds, told.shouldRetry],
      [error.code, error.param, error.retryAfterSeconds, error.shouldRetry],
    );
  }
});

/** Rooms that contain the texts of the request path; inserted values are replaced as above if necessary. */
const rooms = ['gateway', 'http', 'json', 'endpoints/chat-completions', 'endpoints/models', 'domain/tenants', 'upstream'];

const isSource = (name: string): boolean => name.endsWith('.ts') && !name.endsWith('.test.ts');

function textsOf(file: URL): readonly string[] {
  const source = ts.createSourceFile(file.pathname, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) texts.push(node.text);
    if (!ts.isImportDeclaration(node)) ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

test('no text that the request path is written with holds such words', () => {
  let read = 0;
  for (const room of rooms) {
    const folder = new URL(`../../src/${room}/`, import.meta.url);
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isSource)) {
      for (const text of textsOf(new URL(file, folder))) {
        read += 1;
        // A single word is a code or a field name, never a sentence for a client.
        if (text.includes(' ')) assert.ok(!switchesChannelOff(text), `${room}/${file}: ${text}`);
      }
    }
  }
  assert.ok(read > 500, String(read));
});

describe('on the wire', () => {
  let fixture: Fixture;
  before(async () => {
    fixture = await startFixture({ env: { TOLLGATE_REFUSED_CALLS_LOGGED_PER_MINUTE: '100000' } });
  });
  after(() => fixture.closeSettled());

  type Told = Parameters<typeof rulesHit>[0];

  async function errorOf(path: string, key: string, body?: string): Promise<Told> {
    const answer = await fetch(`http://127.0.0.1:${String(fixture.port)}/v1${path}`, {
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body }),
    });
    const { error } = (await answer.json()) as { readonly error: Omit<Told, 'status'> };
    assert.ok(answer.status >= 400);
    return { ...error, status: answer.status };
  }

  const errorTo = (body: string): Promise<Told> => errorOf('/chat/completions', fixture.key, body);

  const user = { role: 'user', content: 'hi' };
  const good = { model: 'test/chat', messages: [user] };
  /** All places where a client's text could be returned to it. */
  const places: Readonly<Record<string, (word: string) => string>> = {
    'the model': (word) => JSON.stringify({ ...good, model: word }),
    'a member given twice': (word) => `{"model":"test/chat",${JSON.stringify(word)}:1,${JSON.stringify(word)}:2,"messages":[]}`,
    'a role': (word) => JSON.stringify({ ...good, messages: [{ ...user, role: word }] }),
    'the type of a part': (word) =>
      JSON.stringify({ ...good, messages: [{ role: 'user', content: [{ type: 1, [word]: word }] }] }),
    'a member of a message': (word) => JSON.stringify({ ...good, messages: [{ [word]: word }] }),
    'the name of a function': (word) => JSON.stringify({ ...good, tools: [{ type: 'function', function: { name: [word] } }] }),
    'a stop': (word) => JSON.stringify({ ...good, stop: [word, 1] }),
    'a bias': (word) => JSON.stringify({ ...good, logit_bias: { [word]: word } }),
    'a number': (word) => JSON.stringify({ ...good, max_tokens: word }),
    'text that is no JSON': (word) => `{"model": ${word}`,
    'text behind the JSON': (word) => `${JSON.stringify(good)} ${word}`,
  };

  for (const [place, write] of Object.entries(places)) {
    test(`nothing a client writes switches a channel off: ${place}`, async () => {
      for (const word of words) {
        for (const written of [word, word.toUpperCase()]) {
          const error = await errorTo(write(written));
          assert.ok(error.status === 400 || error.status === 404, JSON.stringify(error));
          assert.deepEqual(switchedOffBy(error), [], JSON.stringify(error));
        }
      }
    });
  }

  test('nothing an upstream writes does', async () => {
    for (const word of words) {
      fixture.upstream.next(refusal(400, { error: { message: `temperature: ${word}`, param: 'temperature', code: null } }));
      const error = await errorTo(JSON.stringify(good));
      assert.deepEqual(switchedOffBy(error), [], JSON.stringify(error));
    }
  });

  test('nor does the name of a model that an operator has chosen, whatever is wrong with it', async () => {
    const names = ['my-balance', 'credit-scorer'];
    const price = { input: '1', output: '1' };
    const [unserved = '', other = ''] = names;
    await fixture.admin('PUT', `/models/${unserved}`, { kind: 'chat', price, alternatives: ['test/chat', other] });
    await fixture.admin('PUT', `/models/${other}`, { kind: 'rerank', price: { per_call: '1' } });
    for (const name of names) {
      const error = await errorTo(JSON.stringify({ ...good, model: name }));
      assert.deepEqual(switchedOffBy(error), [], JSON.stringify(error));
      assert.deepEqual(switchedOffBy(await errorOf(`/models/${name}-none`, fixture.key)), []);
    }
  });

  test('every 401 says that the key is incorrect, whatever is wrong with it', async () => {
    const broken = [
      '',
      'x',
      'sk-x',
      `sk-${'x'.repeat(60)}`,
      `${fixture.key} x`,
      `${fixture.key}\\n`,
      `sk-${'A'.repeat(38)}`,
      'sk-é',
    ];
    for (const value of broken) {
      const error = await errorOf('/chat/completions', value, '{}');
      assert.equal(error.status, 401);
      assert.match(error.message, /^Incorrect API key provided/);
      assert.deepEqual(switchedOffBy(error), softwares);
    }
    for (const { message } of Object.values(keyFaults)) assert.ok(!switchesChannelOff(message), message);
  });
});
