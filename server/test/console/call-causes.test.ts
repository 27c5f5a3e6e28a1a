/** Goal: the cause of a refused call is read in the language of the reader, whichever version wrote it, and no new cause is forgotten. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import ts from 'typescript';
import { errorCatalogue } from '@tollgate/contract/errors';
import { faultWords } from '@tollgate/contract/alarms/alarm-values';
import { isAttemptFault } from '@tollgate/contract/calls/attempt-faults';
import {
  callCauseCodes,
  callCauseWords,
  isGeneralCause,
  readCallCause,
  wordCallCause,
} from '@tollgate/contract/calls/call-causes';
import { storedSentences } from '@tollgate/contract/stored-sentences';
import { features } from '../../src/dialects/shared/hub/features.ts';
import { blankCall, type CallRecord } from '../../src/domain/books/call-record.ts';
import { callTable } from '../../src/exports/call-table.ts';
import { impossible } from '../../src/gateway/losses.ts';
import { callView } from '../../src/subjects/calls/call-view.ts';
import { latinWords } from './latin-words.ts';

/** Names of fields, protocols and values that Chinese sentences use as well. */
const sameInChinese = [
  ...['Authorization', 'Bearer', 'Content-Type', 'Content-Encoding', 'Content-Disposition', 'Content-Transfer-Encoding', 'Host'],
  ...['Transfer-Encoding', 'multipart', 'boundary', 'charset', 'UTF-8', 'utf-8', 'HTTP/1.1', 'HTTP/1.0', 'HTTP', 'https', 'GET'],
  ...['/v1/models', '/v1/chat/completions', 'chat completions', 'Responses', 'JSON', 'NaN', 'Infinity', 'MiB', 'base64', 'IP'],
  ...['LangChain', 'batch_size', 'check_embedding_ctx_length=False', 'token', 'ID', 'URL', 'data', 'sk-', 'http(s)', 'float'],
  ...[
    'role',
    'content',
    'type',
    'name',
    'messages',
    'prompt',
    'text',
    'stream',
    'true',
    'false',
    'auto',
    'image/png',
    'function',
  ],
  ...['max_tokens', 'finish_reason', 'required', 'user', 'assistant', 'system', 'any', 'tool', 'none', 'TLS'],
  ...['developer', 'input', 'instructions', 'message_start', 'message_stop', 'stop_reason', 'Responses', 'POST'],
  ...['response', 'completed', 'output', 'status'],
];

test('every cause has words in Chinese without English, and in English without Chinese', () => {
  assert.ok(callCauseCodes.length > 300, String(callCauseCodes.length));
  for (const code of callCauseCodes) {
    assert.ok(!isAttemptFault(code), `${code} is also a fault of attempts`);
    const chinese = wordCallCause({ code, params: {} }, 'zh') ?? '';
    const english = wordCallCause({ code, params: {} }, 'en') ?? '';
    const names = chinese.match(/\{\w+\}/g) ?? [];
    assert.match(chinese, /\p{Script=Han}/u, code);
    assert.deepEqual(latinWords(chinese, [...names, ...sameInChinese]), [], chinese);
    assert.match(english, /^[\x20-\x7E]+$/, code);
    for (const name of names) assert.ok(english.includes(name), `${code}: ${name}`);
  }
});

/** Rooms whose sentences become causes of calls. */
const rooms = [
  ...['gateway', 'upstream', 'dialects', 'endpoints', 'forms', 'http', 'json', 'tasks', 'books'],
  ...['domain/tenants', 'domain/content'],
];

/** Sentences of these places never become the cause of a call. */
const elsewhere: readonly RegExp[] = [
  // Routes as operators see them, which have a table of words elsewhere.
  ...[/^upstream\/routing\//, /^gateway\/(?:simulate-route|route)\.ts$/, /^gateway\/call-upstream\/next-candidate/],
  // Files at signed addresses, the books and keys of the console.
  ...[/^gateway\/files\//, /^books\/(?!recovery)/, /^upstream\/(?:credentials|fetch-public)/],
  ...[
    /^domain\/tenants\/(?!key-(?:value|refusal))/,
    /^domain\/content\//,
    /^forms\/write-form/,
    /^http\/cors/,
    /^endpoints\/shared\/model-card/,
  ],
  // Texts for models, advice after an error, and the reference.
  ...[
    /\/in-words\.ts$/,
    /\/hub\/(?:features|free-arguments|paired-turns|sent-tools)\.ts$/,
    /\/hub-messages\.ts$/,
    /^tasks\/task-service/,
    /\/document\.ts$/,
  ],
];
/** Members that hold texts of the reference. */
const documented: ReadonlySet<string> = new Set(['summary', 'inShort', 'description']);
/** Calls whose texts go to the log of the process, or mean a bug of ours. */
const internal = /^(?:.*logger\.\w+|Error|TypeError|RangeError|LinkLocalAddress)$/;

/** Sentences that are put together in code, as they are stored. */
const whole = [
  'The daily spending cap of this key (5.00 CNY) is reached. Raise the cap, or wait: it resets at 2026-11-30 00:00 (Asia/Shanghai).',
  'The monthly spending cap of the sub-account "a (b)" of this key (5.00 CNY) is reached. Raise the cap, or wait: it resets at 2026-12-01 00:00 (UTC).',
  'The rest of the funds of this account is reserved for requests that are still running. Retry in a moment.',
  'The rest of the monthly spending cap of the sub-account of this key is reserved for requests that are still running. Retry in a moment.',
  'The rest of the daily spending cap of this key does not cover the maximum cost of this request, which strict keys reserve. Lower max_tokens or raise the limit.',
  'Too many requests at the same time for this account (limit 50). Wait until running requests complete.',
  'Too many tokens: this key has reached its limit of tokens per minute.',
  'Too many requests: this account may send 60 requests per minute.',
  'The model "old" was retired on 2026-11-01. Comparable models: new, newer.',
  'The model "old" was retired on 2026-11-01. List the models with GET /v1/models.',
  'The model "m" is of kind "music" and cannot be called at this address. Call it with POST /v1/music.',
  'two x-api-key headers',
  'the upstream answered with status 503',
  'the upstream refused the request with status 400: max_tokens is too large: 5',
  'the upstream reported an error inside its answer (1302): 超过速率',
  'the request could not be signed: Error: no key',
  'a file was not fetched: its host answered 404',
  'a song was not stored: empty',
  '`prompt` is an empty list: send one text, or a list of texts.',
  '`prompt` holds an empty text at place 3: send one text, or a list of texts.',
  '`prompt` holds something that is no text at place 3: send one text, or a list of texts.',
  '`input` must be a text, a list of texts, a list of token ids, or a list of such lists.',
  '`input` is missing: send a text, a list of texts, a list of token ids, or a list of such lists.',
  '`messages[0].Role` differs from `role` only in upper and lower case, and some upstreams take the one for the other; write `role`.',
  'No provider of this model can receive `seed`, `top_k`, and `x-tollgate-lossless: required` was sent. Leave the fields or the header out, or choose another model.',
  'The task has no song with the index 2: it has 1 of them.',
  'The request body holds more than 100 bytes besides its long strings.',
  'The request body is nested deeper than 64 levels.',
  'The request body must be a JSON object, but it is an array.',
  'the stream ended before finish_reason; the upstream reported an impossible usage; the call was not charged',
  'SocketError UND_ERR_SOCKET: other side closed',
  'no byte of an answer in time',
];

test('sentences that are put together are read, too', () => {
  for (const sentence of whole) {
    assert.notEqual(readCallCause(sentence), null, sentence);
    assert.match(callCauseWords(sentence, 'zh'), /\p{Script=Han}/u, sentence);
  }
});

test('a refused field has a code and Chinese words for each feature that an upstream may refuse', () => {
  const refused = Object.values(features).filter(({ fate }) => Object.values(fate).includes('refused'));
  assert.ok(refused.length > 0);
  for (const { about } of refused) {
    const { message } = impossible({ param: 'tools[0]', about });
    assert.match(message, /^`tools\[0\]` was refused: .* Change it, leave it out, or choose another model\.$/);
    assert.match(callCauseWords(message, 'zh'), /\p{Script=Han}.*tools\[0\]/u, message);
  }
});

/** Parts of the sentences above. */
const parts: readonly RegExp[] = [
  /^(?:this (?:key|account)|the sub-account "7" of this key|funds of this account|(?:daily|monthly) spending cap of .*)$/,
  /^The (?:7 spending cap of 7|rest of the 7) .*$/,
  /^(?:Too many (?:requests at the same time for 77\.|tokens: 7 has|requests: 7 may)) .*$/,
  /^(?:The model 7 was retired on 7\.7|The model 7 is of kind "7" and cannot be called at this address\.7| Call it with 7 \/v17\.| List the models .*)$/,
  /^(?:keys in the address|the header "7: <API_KEY>"|"\?7=<API_KEY>" with the address)$/,
  /^(?:7 with status 7|the upstream (?:answered|refused the request)|a file was not fetched: 7|a song was not stored: 7|a text that is no word|bad (?:response|upgrade))$/,
  /^(?:send one text, or a list of texts|an empty text|something that is no text|a text, a list of texts, a list of .*|must be 7|must not be more than 7 7)$/,
  /^(?:is an empty list: 7|holds token ids, which models count differently: 7|holds 7 at place 7: 7|must be text: 7)$/,
  /^(?:`7` is missing: 7\.|differs from `7` only in .*|it has 7 of them|it is 7|The task has no song with the index 7: 7\.)$/,
  /^(?:holds more than|has more than|is nested deeper than|bytes besides its long strings|an array|The request body 7 7 7\.)$/,
  /^The (?:HTTP request is malformed: 7|request body is not (?:a valid form: 7|valid JSON: 7 at byte 7))\.$/,
  // Words for the client beside a cause that is in the table.
  /^(?:Incorrect API key provided|No API key was sent|The page may not call with it any more)\b/,
  /^(?:The upstream provider interrupted the response|The client did not read the response|Could not load the task)\b/,
  /^(?:the mark cannot be read|The calls that an earlier process left open .*|\{"error":.*)$/,
  // In the trail of a call.
  /^cannot receive 7$/,
  /^`7` was refused: no provider of this model accepts 7\. Change it, leave it out, or choose another model\.$/,
  // Events of streams, texts for models, and a sentence whose end depends on the upstream.
  /^(?:data: 7,"choices":\[[^]*|\(no content\)|<system-reminder>\n7\n<\/system-reminder>|event: content_block_delta\ndata: 7)$/,
  /^the upstream reported an error inside its answer7$/,
  /^(?:next request|request id|[\w/-]+; charset=utf-8|7?event: (?:7|error|response\.7)\ndata: [^]*)$/,
];
/** The sentences around a part. */
const frames = [
  ...['{}', '`p` {}.', '`p` is missing: {}.', 'The HTTP request is malformed: {}.', 'a file was not fetched: {}'],
  ...['The request body is not valid JSON: {} at byte 7.', 'The request body is not a valid form: {}.'],
];

function isRead(text: string): boolean {
  return frames.some((frame) => readCallCause(frame.replace('{}', () => text)) !== null);
}

function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map(({ literal }) => `7${literal.text}`).join('');
}

function membersOf(node: ts.ObjectLiteralExpression): readonly string[] {
  return node.properties.flatMap(({ name }) => (name !== undefined && ts.isIdentifier(name) ? [name.text] : []));
}

/** Whether nothing below a node becomes a cause. */
function isApart(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || ts.isTaggedTemplateExpression(node)) return true;
  if ((ts.isCallExpression(node) || ts.isNewExpression(node)) && internal.test(node.expression.getText())) return true;
  if (!ts.isPropertyAssignment(node) || !ts.isIdentifier(node.name)) return false;
  if (documented.has(node.name.text)) return true;
  const beside = membersOf(node.parent);
  return node.name.text === 'message' && (beside.includes('cause') || beside.includes('fault'));
}

/** Texts of two or more words in a file. */
function sentencesOf(path: string): readonly string[] {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isApart(node)) return;
    const text = textOf(node);
    if (text !== null && /\s/.test(text) && (text.match(/\b[a-z]{2,}\b/g) ?? []).length > 1) found.push(text);
    else ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

test('every cause in the code is in the table: a new one needs a code and its Chinese in `contract/src/calls/causes/`', () => {
  const root = new URL('../../src/', import.meta.url).pathname;
  let read = 0;
  const without: string[] = [];
  for (const room of rooms) {
    for (const entry of readdirSync(`${root}${room}`, { recursive: true, withFileTypes: true })) {
      const path = `${entry.parentPath}/${entry.name}`;
      const name = path.slice(root.length);
      if (!entry.isFile() || !/(?<!\.test)\.ts$/.test(name) || elsewhere.some((place) => place.test(name))) continue;
      for (const text of sentencesOf(path)) {
        const isKnown = isRead(text);
        read += isKnown ? 1 : 0;
        if (!isKnown && !parts.some((part) => part.test(text))) without.push(`${name}: ${JSON.stringify(text)}`);
      }
    }
  }
  assert.deepEqual(without, []);
  assert.ok(read > 250, String(read));
});

test('a cause has a code with its values, and the words of an upstream stay as they are', () => {
  assert.deepEqual(readCallCause('`messages[0].role` must be one of "system", "user".'), {
    code: 'not_one_of',
    params: { param: 'messages[0].role', names: '"system", "user"' },
  });
  const refused = 'the upstream refused the request with status 400: max_tokens: too large';
  assert.deepEqual(readCallCause(refused), {
    code: 'upstream_refused',
    params: { status: '400', words: 'max_tokens: too large' },
  });
  assert.equal(callCauseWords(refused, 'zh'), '上游以 400 拒绝了请求：max_tokens: too large');
  assert.equal(callCauseWords('no byte of an answer in time', 'zh'), '上游没有按时开始回答');
  assert.equal(callCauseWords('Insufficient quota, please recharge', 'zh'), 'Insufficient quota, please recharge');
  assert.equal(faultWords('the upstream answered with status 503', 'zh'), '上游返回 503');
  assert.equal(faultWords('truncated', 'zh'), 'truncated', 'which here is the word of another server');
});

test('sentences of earlier versions are read as today’s', () => {
  const then: Readonly<Record<string, string>> = {
    '`messages` must hold at most 10 messages; send several requests.': 'too_many_messages',
    'account disabled': 'account_closed_then',
    '`n` cannot be sent to any provider of this model: Several choices (`n`). Leave it out, or choose another model.':
      'many_choices_not_received',
    'The tokens per minute of this key are used up.': 'key_tokens',
    'the upstream ended its answer with a word that nobody knows: insufficient': 'ended_unknown',
    'The task was cancelled. It was not charged.': 'task_canceled',
  };
  for (const [sentence, code] of Object.entries(then)) {
    const read = readCallCause(sentence);
    assert.equal(read?.code, code, sentence);
    assert.doesNotMatch(wordCallCause(read, 'zh') ?? '{', /[{}]/, sentence);
  }
});

test('every sentence of an earlier version belongs to a code of today', () => {
  const file = new URL('../../../contract/src/calls/causes/earlier-causes.ts', import.meta.url);
  const codes = [...readFileSync(file, 'utf8').matchAll(/^ {2}(\w+): (?:\[|notReceived\()/gm)].map(([, code = '']) => code);
  assert.ok(codes.length > 40, String(codes.length));
  for (const code of codes) assert.ok((callCauseCodes as readonly string[]).includes(code), code);
});

test('a value can contain the text around it, and matching takes time in proportion to the text', () => {
  const sentences = storedSentences({ pair: { stored: 'from {a} to {b} and {c}.', zh: '', en: '' } });
  assert.deepEqual(sentences.read('from x to y to z and w.')?.params, { a: 'x', b: 'y to z', c: 'w' });
  assert.deepEqual(sentences.read('from to to to and and and..')?.params, { a: 'to', b: 'to', c: 'and and.' });
  assert.equal(sentences.read('from  to y and .'), null);
  assert.equal(sentences.read(`from ${' to '.repeat(200_000)}.`), null);
});

const refusedCall: CallRecord = {
  ...blankCall,
  ...{ id: '0193', requestTimeMs: 0, endpoint: 'chat.completions', status: 400, ending: 'refused' },
  ...{ errorCode: 'invalid_parameter', error: '`messages` must be a list of messages.' },
} as unknown as CallRecord;

test('answers name the cause as a code, and none beyond the error itself', () => {
  assert.deepEqual(callView(refusedCall).cause, { code: 'not_messages', params: { param: 'messages' } });
  const general = { ...refusedCall, error: errorCatalogue.invalid_parameter.message };
  assert.ok(isGeneralCause(general.error, general.errorCode));
  assert.equal(callView(general).cause, null);
  assert.equal(callView({ ...refusedCall, error: null }).cause, null);
});

test('an export of the log gives the cause in the language of its reader', () => {
  const names = { keys: new Map<string, string>(), subAccounts: new Map<string, string>() };
  const cellOf = (error: string, locale: 'zh' | 'en') => {
    const table = callTable('csv', { locale, names, showTime: () => '' });
    const at = table.heads.indexOf(locale === 'zh' ? '原因' : 'Cause');
    return table.row({ ...refusedCall, error })[at];
  };
  assert.equal(cellOf('`messages` must be a list of messages.', 'zh'), '参数 messages 须为消息列表');
  assert.equal(cellOf('`messages` must be a list of messages.', 'en'), '`messages` must be a list of messages.');
  assert.equal(cellOf(errorCatalogue.invalid_parameter.message, 'zh'), '请求参数无效');
  assert.equal(cellOf('words of another server', 'zh'), 'words of another server');
});
