/**
 * Method: reads the sources of the console texts. A text that promises a mail needs an alternative for installations without a mail server.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { entriesOfGuides } from '../../../console/src/pages/site/guides/docs/search-entries.ts';
import type { Filled } from '../../../console/src/pages/site/guides/filled.ts';
import { topics } from '../../../console/src/pages/site/guides/topics.ts';
import { inOtherWords } from '../../../console/src/i18n/in-other-words.ts';

const folder = join(import.meta.dirname, '../../../console/src');

const promises = [
  /\bby (?:message and )?e-mail|e-mail(?:s|ed)? (?:go|are sent|you)\b|gets? an e-mail|in an e-mail|we e-?mail|(?:link|invitation) (?:was )?sent|send (?:reset|a) link|invitation e-mail|resend verification e-mail|statements are e-mailed/i,
  /(?<!待)发邮件|邮件通知|也会发到|(?:链接|邀请)已发往|发到.{0,8}邮箱|消息和邮件|加发邮件|邀请邮件|发送(?:重置|设置密码的)链接|每月.{0,10}发到邮箱/,
];

/** Texts that are hidden without a mail server, because their control is absent. */
const hidden: Readonly<Record<string, readonly string[]>> = {
  'pages/notices/alerts/texts.ts': ['capMail', 'capMailHint', 'newsMail', 'newsMailHint'],
  'pages/ledger/billing/texts.ts': ['statementMail', 'mailOn'],
  'pages/news/operator-announcements/texts.ts': ['mail', 'saysMail'],
  // Only reached from a link in a mail.
  'pages/people/sign-in/contact-texts.ts': ['hint', 'done'],
  'pages/people/sign-in/unsubscribe-texts.ts': ['title', 'hint', 'noToken', 'done'],
};

/** Names of the texts that promise a mail, and of those with an alternative. */
function namesIn(source: string): { readonly promising: readonly string[]; readonly others: ReadonlySet<string> } {
  const promising: string[] = [];
  const others = new Set<string>();
  let name = '';
  let depth = 0;
  let isOther = false;
  for (const line of source.split('\n')) {
    if (/^\s*withoutMail: \{/.test(line)) {
      isOther = true;
      depth = line.search(/\S/);
    }
    name = /^\s*(\w+):(?: |$)/.exec(line)?.[1] ?? name;
    if (isOther) for (const [, other = ''] of line.matchAll(/(\w+): /g)) others.add(other);
    else if (promises.some((form) => form.test(line))) promising.push(name);
    if (isOther && /\}\s*,$/.test(line) && line.search(/\S/) <= depth) isOther = false;
  }
  return { promising, others };
}

test('every text that promises a mail has other words for a site without a mail server', () => {
  const left: string[] = [];
  let seen = 0;
  for (const file of globSync('**/*.{ts,tsx}', { cwd: folder })) {
    const source = readFileSync(join(folder, file), 'utf8');
    if (!source.includes('defineTexts(') || /guides|home\//.test(file)) continue;
    const { promising, others } = namesIn(source);
    seen += promising.length;
    left.push(
      ...promising.filter((name) => !others.has(name) && hidden[file]?.includes(name) !== true).map((name) => `${file} ${name}`),
    );
  }
  assert.ok(seen > 30, `only ${String(seen)} texts promise a mail: the search finds none`);
  assert.deepEqual(left, []);
});

test('no text sends people to a support that nobody may have named', () => {
  const into = /(?:contact|send|ask|tell|to) (?:us|support|sales)\b|(?:联系|发给)(?:我们|客服|支持|销售)/i;
  const root = join(folder, '../..');
  const files = globSync(['console/src/**/*.{ts,tsx}', 'contract/src/**/*.ts'], { cwd: root });
  const found = files
    .filter((file) => !file.includes('support-words'))
    .filter((file) => into.test(readFileSync(join(root, file), 'utf8')));
  assert.deepEqual(found, []);
});

test('a guide promises a mail, and names whom to contact, only as the installation says', () => {
  const facts = { base: 'https://api.example.cn/v1', trial: '10' };
  const readAll = (installation: Pick<Filled, 'mail' | 'support'>): string =>
    (['zh', 'en'] as const)
      .flatMap((language) =>
        entriesOfGuides(topics, language, (topic, anchor) => `${topic}#${anchor}`, { ...facts, ...installation }),
      )
      .map(({ to, text }) => `${to} ${text}`)
      .join('\n');
  const without = readAll({ mail: false, support: 'the operator' });
  // People send invoices to the address.
  assert.deepEqual(without.replaceAll(/the registered e-mail address|登记邮箱/g, '').match(/.*(?:e-mail|邮件|邮箱).*/gi), null);
  assert.doesNotMatch(without, /\{(?:mail|trial|support|base)/);
  const withMail = readAll({ mail: true, support: 'support (help@example.cn)' });
  for (const said of ['message and e-mail', '消息和邮件', 'support (help@example.cn)', 'verify your e-mail'])
    assert.ok(withMail.includes(said), said);
});

test('other words replace single texts, also within groups, and nothing else', () => {
  const texts = { hint: 'We e-mail you.', reset: { title: 'Reset', hint: 'We e-mail you.' } };
  const others = { hint: 'Ask.', reset: { hint: 'Ask.' } };
  assert.deepEqual(inOtherWords(texts, others), { hint: 'Ask.', reset: { title: 'Reset', hint: 'Ask.' } });
});
