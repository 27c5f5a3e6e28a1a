import assert from 'node:assert/strict';
import { test } from 'node:test';
import { locales } from '@tollgate/contract/enumerations';
import type { OutgoingMail } from '../domain/people/outgoing-mail.ts';
import { showYuan } from './shown-values.ts';
import { renderMail } from './render-mail.ts';

const url = 'https://console.test/page?a=1&b="2"#token=x';
const at = '2026-11-21T20:00:00.000Z';
const service = {
  name: 'Cloud & <Gate>',
  company: 'Example Ltd',
  supportEmail: 'help@example.cn',
  supportPhone: '',
  supportHours: '9–18',
  url: 'https://console.test',
};
const context = { timeZone: 'Asia/Shanghai', service };
const nasty = `<b onmouseover="x">&'`;
type Sample = { readonly [One in OutgoingMail as One['template']]: One['params'] };
const samples: Sample = {
  'verify-address': { url },
  'address-exists': { url },
  'reset-password': { url },
  'sign-in-new-device': { at, ip: '203.0.113.5', device: nasty, url },
  invitation: { account: nasty, inviter: 'li@example.com', role: 'finance', url },
  'cap-level': {
    of: 'sub_account',
    account: nasty,
    key: nasty,
    level: '100',
    window: 'day',
    spent: '5.000000001',
    cap: '5.0000',
    resets: at,
    url,
  },
  'prove-contact': { account: nasty, by: 'li@example.com', url },
  'contract-signed': { account: nasty, request: 'dedicated', url },
  'trial-credit-granted': { amount: '10', url },
  notice: { account: nasty, kind: 'balance_low', available: '4.5', threshold: '10', url },
  'invoice-delivery': { amount: '1215.37', title: nasty, number: '26312000000012345678', files: '[]', url },
  announcement: {
    title: nasty,
    text: `${nasty}\n- one\n- two\n\nmore`,
    from: at,
    until: at,
    url,
    unsubscribe: url,
  },
  'security-change': { change: 'totp_off', at, ip: '203.0.113.5', url },
};

const mails = Object.entries(samples).flatMap(([template, params]) =>
  locales.map((locale) => ({ source: 's', recipient: 'a@b.test', locale, template, params }) as OutgoingMail),
);

for (const mail of mails) {
  test(`${mail.template} in ${mail.locale} says the same as HTML and as text, fetches nothing and lets no name be markup`, () => {
    const { subject, html, text } = renderMail(mail, context);
    assert.ok(subject.length > 3 && !/[\r\n]/.test(subject));
    assert.ok(text.includes(url));
    assert.ok(html.includes('href="https://console.test/page?a=1&amp;b=&quot;2&quot;#token=x"'));
    assert.ok(!/<b |<img|<link|<script|src=|@import|url\(/.test(html));
    assert.equal(/[\u4e00-\u9fff]/.test(text), mail.locale === 'zh');
    for (const line of text.split('\n').filter((each) => each !== '' && each !== '--' && !each.includes(url)))
      for (const words of line.split(': '))
        assert.ok(
          html.includes(
            words
              .replace(/[<>&"']/g, (c) => `&${{ '<': 'lt', '>': 'gt', '&': 'amp', '"': 'quot', "'": '#39' }[c] ?? ''};`)
              .replace(/:$/, ''),
          ),
          words,
        );
  });
}

test('times are shown in the zone of the service, amounts without what is finer than four decimals', () => {
  const { text } = renderMail(
    { source: 's', recipient: 'a@b.test', locale: 'en', template: 'cap-level', params: samples['cap-level'] },
    context,
  );
  assert.match(text, /2026-11-22 04:00 \(Asia\/Shanghai\)/);
  assert.match(text, /Spent: ¥5\.00\n/);
  assert.match(text, /Daily cap: ¥5\.00\n/);
  assert.deepEqual(['4.999999999', '1215.37', '0.00004', '1234567.5', '10'].map(showYuan), [
    '¥4.9999',
    '¥1,215.37',
    '¥0.00',
    '¥1,234,567.50',
    '¥10.00',
  ]);
});

test('every mail ends with whose it is and whom to ask, and what is not set is not said', () => {
  for (const mail of mails) {
    const { html, text } = renderMail(mail, context);
    const support = mail.locale === 'zh' ? '客服' : 'Support';
    assert.ok(text.endsWith(`\n\nCloud & <Gate> · Example Ltd\n${support} help@example.cn · 9–18\nhttps://console.test\n`), text);
    assert.ok(html.includes('Cloud &amp; &lt;Gate&gt; · Example Ltd'));
    assert.ok(!(html + text).includes('Tollgate'), 'the name of the program is nobody’s');
  }
  const unsaid = { ...service, company: '', supportEmail: '', supportHours: '' };
  for (const mail of mails) assert.doesNotMatch(renderMail(mail, { ...context, service: unsaid }).text, /Support|客服| · \n/);
});
