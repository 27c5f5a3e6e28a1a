import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, test } from 'node:test';
import { PaymentSettingsError } from '../domain/payments/payment-services.ts';
import { readPrivateKey, readPublicKey } from './payment-keys.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = (key: KeyObject, type: string): string => key.export({ type: type as 'pkcs1', format: 'pem' });
const body = (text: string): string => text.replaceAll(/-----.*-----|\s/g, '');
const lines = (text: string): readonly string[] => text.trim().split('\n');

/** Changes to a PEM text on its way through editors, mails, web pages and form fields. */
const pasted: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'without its last line break': (text) => text.trim(),
  'with the line breaks of Windows': (text) => text.replaceAll('\n', '\r\n'),
  'with line breaks as spaces': (text) => text.replaceAll('\n', ' '),
  'with line breaks removed': (text) => text.replaceAll('\n', ''),
  'with line breaks written out': (text) => text.replaceAll('\n', String.raw`\n`),
  'with line breaks of Windows written out': (text) => text.replaceAll('\n', String.raw`\r\n`),
  'without any white space': (text) => text.replaceAll(/\s/g, ''),
  indented: (text) =>
    lines(text)
      .map((line) => `    ${line}`)
      .join('\n'),
  'indented with tabs': (text) =>
    lines(text)
      .map((line) => `\t${line}`)
      .join('\n'),
  'with spaces behind each line': (text) =>
    lines(text)
      .map((line) => `${line}  `)
      .join('\n'),
  'with an empty line between each two': (text) => lines(text).join('\n\n'),
  'in quotes, as JSON has it': (text) => JSON.stringify(text),
  'with no-break and full-width spaces': (text) => text.replaceAll('\n', '\u00A0\u3000'),
  'behind a byte order mark': (text) => `\uFEFF${text}`,
  'with lines of 76': (text) =>
    `${lines(text)[0] ?? ''}\n${
      body(text)
        .match(/.{1,76}/g)
        ?.join('\n') ?? ''
    }\n${lines(text).at(-1) ?? ''}`,
  'its base64 in one line': body,
  'its base64 in lines': (text) => lines(text).slice(1, -1).join('\n'),
  'its base64 with spaces': (text) => lines(text).slice(1, -1).join(' '),
  'its base64 indented': (text) =>
    lines(text)
      .slice(1, -1)
      .map((line) => `  ${line}`)
      .join('\r\n'),
  'its base64 in quotes': (text) => `"${body(text)}"`,
  'without its last line': (text) => lines(text).slice(0, -1).join('\n'),
};

for (const [what, paste] of Object.entries(pasted))
  for (const [type, key] of [
    ['pkcs8', privateKey],
    ['pkcs1', privateKey],
    ['spki', publicKey],
    ['pkcs1', publicKey],
  ] as const)
    test(`a ${key.type} key of form ${type} is read ${what}`, () => {
      const read = key.type === 'private' ? readPrivateKey : readPublicKey;
      assert.ok(read('key', paste(pem(key, type))).equals(key));
    });

describe('what is no such key is refused and names its field', () => {
  const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const locked = privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' });
  const both = {
    nothing: '',
    words: 'the key',
    'the name of a file': '/etc/hostname',
    'a key that is cut off': pem(privateKey, 'pkcs8').slice(0, 400),
    'base64 of something else': Buffer.from('no key at all').toString('base64'),
  };
  const refused = (read: typeof readPrivateKey, text: string): void => {
    assert.throws(
      () => read('the_field', text),
      (error: unknown) =>
        error instanceof PaymentSettingsError && error.field === 'the_field' && error.message.includes('must be an RSA'),
    );
  };
  for (const [what, text] of Object.entries({
    ...both,
    'a public key': pem(publicKey, 'spki'),
    'a key with a password': locked,
    'another kind of key': pem(elliptic.privateKey, 'pkcs8'),
  }))
    test(`as a private key: ${what}`, () => {
      refused(readPrivateKey, text);
    });
  for (const [what, text] of Object.entries({
    ...both,
    'a private key': pem(privateKey, 'pkcs8'),
    'a private key in base64': body(pem(privateKey, 'pkcs1')),
    'another kind of key': pem(elliptic.publicKey, 'spki'),
  }))
    test(`as a public key: ${what}`, () => {
      refused(readPublicKey, text);
    });
});
