/** Goal: a sentence that the service stores is read back as its code and values, and pages show it in Chinese without the English text. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { alarmValues, faultWords } from '@tollgate/contract/alarms/alarm-values';
import {
  attemptFault,
  attemptFaultCodes,
  attemptFaultWords,
  knownAttemptFault,
  type AttemptFaultCode,
} from '@tollgate/contract/calls/attempt-faults';
import { unexplainedReasons } from '@tollgate/contract/calls/unexplained';
import { ledgerSources } from '@tollgate/contract/ledger/ledger-sources';
import { deliveryFaults } from '@tollgate/contract/notices/delivery-faults';
import { mailSubject, mailWords } from '@tollgate/contract/notices/mail-words';
import { methodWords } from '@tollgate/contract/payments/method-words';
import { paymentFaults } from '@tollgate/contract/payments/payment-faults';
import { paymentMethodNames } from '@tollgate/contract/payments/payments';
import { actorWords } from '@tollgate/contract/people/actor-words';
import { objectWords } from '@tollgate/contract/site/object-words';
import type { SentenceRead } from '@tollgate/contract/stored-sentences';
import type { OutgoingMail } from '../../src/domain/people/outgoing-mail.ts';
import { latinWords } from './latin-words.ts';

const samples = {
  usage_hour: {},
  trial_credit: {},
  top_up: { order: 'ord_1', method: 'alipay' },
  redemption_code: { batch: '双十一 (2026) "A+B"' },
  payout: { payout: 'ret_1' },
  payout_failed: { payout: 'ret_1' },
} as const satisfies Readonly<Record<(typeof ledgerSources.codes)[number], object>>;

test('every sentence of the ledger reads back as what was stored, and is Chinese on a Chinese page', () => {
  for (const code of ledgerSources.codes) {
    const params: Readonly<Record<string, string>> = samples[code];
    const stored = ledgerSources.write(code, params as never);
    assert.deepEqual(ledgerSources.read(stored), { code, params });
    const chinese = ledgerSources.word({ code, params }, 'zh', methodWords.zh) ?? '';
    assert.deepEqual(latinWords(chinese, Object.values(params)), [], chinese);
    assert.match(chinese, /\p{Script=Han}/u);
  }
});

test('text typed by a person is shown unchanged', () => {
  for (const typed of ['bank transfer 2026-11-21', 'goodwill\ntrial credit', 'return', '补偿'])
    assert.equal(ledgerSources.read(typed), null);
});

test('sentences that earlier versions stored are read', () => {
  const read = (text: string) => ledgerSources.read(text)?.code;
  assert.equal(read('usage of the hour'), 'usage_hour');
  assert.equal(read('top-up ord_9 (wechat)'), 'top_up');
  assert.equal(read('redemption code of "spring"'), 'redemption_code');
  assert.equal(read('return ret_9'), 'payout');
  assert.equal(read('return ret_9 could not be paid'), 'payout_failed');
});

/** Any value of a parameter. */
const anyValue = new Proxy<Record<string, string>>({}, { get: (_values, name) => `v-${String(name)}` });
/** Names that Chinese sentences use as well. */
const sameInChinese = ['Webhook', 'JSON', 'CNY', 'API v3', 'Stripe'];

interface Faults {
  readonly codes: readonly string[];
  write(code: string, params: Readonly<Record<string, string>>): string;
  read(text: string): SentenceRead | null;
}
const tables: Readonly<Record<string, Faults>> = { delivery: deliveryFaults, payment: paymentFaults };

for (const [what, faults] of Object.entries(tables))
  test(`every ${what} fault reads back as what was stored, and is Chinese on a Chinese page`, () => {
    for (const code of faults.codes) {
      const stored = faults.write(code, anyValue);
      const read = faults.read(stored);
      assert.equal(read?.code, code, stored);
      for (const [name, value] of Object.entries(read.params)) assert.equal(value, `v-${name}`);
      const chinese = faultWords(stored, 'zh');
      assert.deepEqual(latinWords(chinese, [...Object.values(read.params), ...sameInChinese]), [], chinese);
      assert.match(chinese, /\p{Script=Han}/u);
      assert.match(faultWords(stored, 'en'), /^[\x20-\x7E]+$/);
    }
  });

test('the words of another server are shown as they are', () => {
  for (const text of [
    '550 5.1.1 mailbox unavailable',
    'Stripe: insufficient_funds',
    'Alipay alipay.trade.refund: 40004 余额不足',
  ])
    assert.equal(faultWords(text, 'zh'), text);
});

test('deliveries that earlier versions stored are read', () => {
  const read = (text: string) => deliveryFaults.read(text);
  assert.deepEqual(read('it answered 500'), { code: 'answered', params: { status: '500' } });
  assert.deepEqual(read('it answered 200, errcode 130101: send too fast: slow down'), {
    code: 'refused_because',
    params: { status: '200', name: 'errcode', result: '130101', words: 'send too fast: slow down' },
  });
  assert.equal(read('no connection: ECONNREFUSED')?.code, 'unreachable');
  assert.equal(read('no whole answer within 10 s')?.code, 'timeout');
  assert.equal(read('the webhook was turned off')?.code, 'turned_off');
});

test('an alarm names payment methods, regions, mails and faults in its language', () => {
  const params = { method: 'alipay', region: 'domestic', template: 'cap-level', fault: 'paid twice', model: 'glm-5' };
  assert.deepEqual(alarmValues(params, 'zh'), {
    method: '支付宝',
    region: '境内',
    template: '上限提醒',
    fault: '重复付款',
    model: 'glm-5',
  });
});

test('every mail has a subject for operators in both languages', () => {
  const subjects: Readonly<Record<OutgoingMail['template'], unknown>> = mailWords;
  for (const template of Object.keys(subjects)) {
    assert.deepEqual(latinWords(mailSubject(template, 'zh') ?? template, []), []);
    assert.notEqual(mailSubject(template, 'en'), null);
  }
});

const sources = readdirSync(new URL('../../src', import.meta.url), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
  .map((entry) => ({
    path: `${entry.parentPath}/${entry.name}`,
    text: readFileSync(`${entry.parentPath}/${entry.name}`, 'utf8'),
  }));

test('every part of the service that acts by itself has a name in both languages', () => {
  const names = sources.flatMap(({ text }) => [...text.matchAll(/\boperator\('([^']+)'/g)].map(([, name = '']) => name));
  assert.ok(names.includes('system') && names.includes('first-start'));
  const all = [...names, 'environment', 'admin-token', 'job', ...paymentMethodNames.map((name) => `payment:${name}`)];
  for (const name of all) {
    assert.deepEqual(latinWords(actorWords(name, 'zh'), ['Stripe']), [], name);
    assert.notEqual(actorWords(name, 'en'), name);
  }
  assert.equal(actorWords('li@example.com', 'zh'), 'li@example.com');
});

test('every sentence of ours about a payment service is in the table', () => {
  const ours = sources
    .filter(({ path }) => /\/(?:subjects\/)?payments\//.test(path))
    .flatMap(({ path, text }) => {
      const prefix = path.endsWith('wechat-protocol.ts') ? 'WeChat Pay: ' : '';
      const thrown = [...text.matchAll(/PaymentServiceError\(\s*(?:'([^']+)'|`([^`]+)`)/g)].map(
        ([, one, other]) => one ?? other ?? '',
      );
      const faults = [...text.matchAll(/\bfaultOf\((?:'([^']+)'|`((?:[^`]|`[^`]*`(?=\}))+)`)/g)].map(
        ([, one, other]) => prefix + (one ?? other ?? ''),
      );
      return [...thrown, ...faults];
    })
    .map((text) => text.replaceAll(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, 'x').replace(/\$\{.*$/s, ''))
    // Only a name and text of the service.
    .filter((text) => latinWords(text, ['Alipay', 'Stripe', 'WeChat Pay']).length > 0);
  assert.ok(ours.length > 12, String(ours.length));
  for (const text of ours) assert.notEqual(paymentFaults.read(text), null, text);
});

test('every fault of an attempt has words in both languages, and a log line its code', () => {
  for (const code of attemptFaultCodes) {
    assert.deepEqual(latinWords(attemptFaultWords(code, 'zh'), ['TLS']), []);
    assert.match(attemptFaultWords(code, 'en'), /^[\x20-\x7E]+$/);
  }
  const logged: Readonly<Record<string, AttemptFaultCode>> = {
    'SocketError UND_ERR_SOCKET: other side closed': 'reset',
    'Error ECONNRESET read': 'reset',
    'Error ECONNREFUSED connect': 'connect',
    'Error ENOTFOUND getaddrinfo': 'connect',
    'ConnectTimeoutError UND_ERR_CONNECT_TIMEOUT': 'connect',
    'Error ERR_TLS_CERT_ALTNAME_INVALID': 'tls',
    'Error SELF_SIGNED_CERT_IN_CHAIN': 'tls',
    'HTTPParserError HPE_INVALID_VERSION: Invalid HTTP version': 'invalid_response',
    'the upstream answered with status 401: no such key': 'credentials',
    'the upstream answered with status 429': 'throttled',
    'the upstream answered with status 404: model ECONNRESET': 'refused',
    'the upstream answered with status 502: status 401': 'server_error',
    'the upstream refused the request with status 400: bad': 'refused',
    "refused as the client's own fault (invalid_parameter)": 'invalid_request',
    'the client left': 'client_left',
    'the stream ended without a finish reason': 'invalid_response',
  };
  for (const [text, code] of Object.entries(logged)) assert.equal(attemptFault(text), code, text);
  for (const text of ['`prompt` is required.', 'the model "x" is not in the allow-list of the key'])
    assert.equal(knownAttemptFault(text), null);
  assert.equal(
    faultWords('SocketError UND_ERR_SOCKET: other side closed', 'zh'),
    '上游断开了连接（SocketError UND_ERR_SOCKET: other side closed）',
  );
});

test('every fault that is no broken protocol is recognized in the log', () => {
  const form = /kind: '(connect|reset|first_byte_timeout|idle_timeout|total_timeout)', cause: ['`]([^'`$]+)/g;
  const raised = sources.flatMap(({ text }) => [...text.matchAll(form)].map(([, kind = '', cause = '']) => ({ kind, cause })));
  assert.ok(raised.length >= 10, String(raised.length));
  for (const { kind, cause } of raised) {
    const code = knownAttemptFault(cause);
    if (kind === 'connect') assert.ok(code === 'connect' || code === 'not_sent', cause);
    else assert.ok(code === kind || code === 'stopped', cause);
  }
});

test('every reason for a missing receipt has a code and Chinese words', () => {
  const explaining = sources.find(({ path }) => path.endsWith('/catalog/explain.ts'))?.text ?? '';
  const reasons = [...explaining.matchAll(/(?:because\(|return |\? |: )'([a-z][^']{20,})'/g)].map(([, reason = '']) => reason);
  assert.deepEqual(new Set(reasons.map((reason) => unexplainedReasons.read(reason)?.code)), new Set(unexplainedReasons.codes));
  for (const code of unexplainedReasons.codes)
    assert.deepEqual(latinWords(unexplainedReasons.word({ code, params: {} }, 'zh') ?? '', []), []);
});

test('every kind of object in the audit log has a name in both languages', () => {
  const kinds = sources.flatMap(({ text }) => [...text.matchAll(/objectKind: '([^']+)'/g)].map(([, kind = '']) => kind));
  assert.ok(kinds.length > 40, String(kinds.length));
  for (const kind of kinds) {
    assert.deepEqual(latinWords(objectWords(kind, 'zh'), []), [], kind);
    assert.notEqual(objectWords(kind, 'en'), kind);
  }
});
