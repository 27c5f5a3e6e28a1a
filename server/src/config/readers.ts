import { isIP } from 'node:net';
import type { Region } from '@tollgate/contract/enumerations';
import { AmountError, parseAmount, type NanoCny } from '@tollgate/contract/money';
import { SettingFault } from './setting.ts';

/** An integer in plain digits. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const plain = text.trim();
    const value = /^\d{1,15}$/.test(plain) ? Number(plain) : Number.NaN;
    if (!(value >= min && value <= max)) throw new SettingFault(`must be a whole number from ${String(min)} to ${String(max)}`);
    return value;
  };
}

/** One word of a list. */
export function oneOf<const T extends readonly string[]>(words: T): (text: string) => T[number] {
  return (text) => {
    const found = words.find((word) => word === text.trim());
    if (found === undefined) throw new SettingFault(`must be one of ${words.join(', ')}`);
    return found;
  };
}

/** Text for people, on one line. */
export function shortText(charactersMax: number): (text: string) => string {
  return (text) => {
    const words = text.trim();
    if (words.length <= charactersMax && !/\p{Cc}/u.test(words)) return words;
    throw new SettingFault(`must be one line of at most ${String(charactersMax)} characters`);
  };
}

/** An address or name to listen on. */
export function listenHost(text: string): string {
  const host = text.trim();
  if (isIP(host) !== 0 || /^[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(host)) return host;
  throw new SettingFault(
    'must be an IP address or a host name',
    'Use 127.0.0.1 for this machine only, or 0.0.0.0 or :: for every network. Set the port in TOLLGATE_PORT.',
  );
}

export function folder(text: string): string {
  if (text.includes('\0')) throw new SettingFault('must be the path of a folder');
  return text.trim();
}

export function timeZone(text: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text.trim() }).resolvedOptions().timeZone;
  } catch {
    throw new SettingFault('must be an IANA time zone', 'Use a name such as Asia/Shanghai or Europe/Berlin.');
  }
}

/** Networks whose `X-Forwarded-For` is trusted: addresses and CIDR ranges of both families, separated by commas. */
export function networks(text: string): readonly string[] {
  const entries = text.split(',').map((entry) => entry.trim());
  for (const entry of entries.filter((each) => each !== '')) {
    const [address = '', prefix, ...rest] = entry.split('/');
    const family = isIP(address);
    const bits = prefix === undefined ? 0 : /^(?:0|[1-9]\d{0,2})$/.test(prefix) ? Number(prefix) : 999;
    if (family === 0 || rest.length > 0 || bits > (family === 4 ? 32 : 128)) {
      throw new SettingFault('must list IP addresses and CIDR ranges separated by commas', 'Use the form 10.0.0.0/8,fd00::/8.');
    }
  }
  return Object.freeze(entries.filter((entry) => entry !== ''));
}

/** A public base URL of the service: scheme and host, possibly a path, without a trailing slash. */
function publicUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const clean = url !== null && /^https?:$/.test(url.protocol) && url.username + url.password + url.search + url.hash === '';
  if (!clean || /\/v1\/?$/.test(url.pathname)) {
    throw new SettingFault(
      'must list http or https addresses without user, query and /v1',
      'Use the form domestic=https://api.example.cn,overseas=https://api.example.com.',
    );
  }
  return url.href.replace(/\/+$/, '');
}

/** The console's public URL. */
export function consoleUrl(text: string): string {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  if (url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
  throw new SettingFault('must be an http or https address without a path, such as https://console.example.com');
}

/** Origins separated by commas. */
export function origins(text: string): readonly string[] {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => URL.parse(entry));
  const isOrigin = (url: URL | null): url is URL =>
    url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  if (entries.every(isOrigin)) return Object.freeze(entries.map(({ origin }) => origin));
  throw new SettingFault(
    'must list http or https addresses without paths, separated by commas',
    'Use the form https://alerts.example.com,http://10.0.0.5:8080.',
  );
}

export type PublicUrls = Readonly<Record<Region, string | null>>;

export function publicUrls(text: string): PublicUrls {
  const found: { domestic: string | null; overseas: string | null } = { domestic: null, overseas: null };
  for (const part of text.split(',').filter((each) => each.trim() !== '')) {
    const at = part.indexOf('=');
    const region = part.slice(0, Math.max(at, 0)).trim();
    if ((region !== 'domestic' && region !== 'overseas') || found[region] !== null) {
      throw new SettingFault(
        'must name each of domestic and overseas at most once',
        'Use the form domestic=https://api.example.cn,overseas=https://api.example.com.',
      );
    }
    found[region] = publicUrl(part.slice(at + 1).trim());
  }
  return Object.freeze(found);
}

/** A secret with enough visible characters; blanks around it are nearly always a paste or quoting mistake. */
export function secretText(lengthMin: number): (text: string) => string {
  return (text) => {
    if (/^[\x21-\x7e]+$/.test(text) && text.length >= lengthMin) return text;
    throw new SettingFault(
      `must be at least ${String(lengthMin)} visible ASCII characters without spaces`,
      'Generate it with: openssl rand -hex 32. Or remove it: the first start creates one in the data folder.',
    );
  };
}

export function smtpUrl(text: string): string {
  if (URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol)) return text;
  throw new SettingFault('must be an address such as smtps://user:password@mail.example.com:465');
}

/** `Name <address>`, or the address alone. */
export function mailAddress(text: string): { readonly name: string; readonly address: string } {
  const [, name = '', inBrackets, alone] = /^(?:([^<>@\p{Cc}]{0,60})<([^<>]+)>|([^<>]+))$/u.exec(text.trim()) ?? [];
  const address = inBrackets ?? alone ?? '';
  if (/^[^\s@<>"(),:;[\]\\\p{Cc}]{1,64}@[\p{L}\p{N}.-]{1,189}$/u.test(address)) return { name: name.trim(), address };
  throw new SettingFault('must be an address such as Tollgate <no-reply@example.com>');
}

/** CNY with at most 4 decimals. */
export function budget(text: string): NanoCny {
  const amount = decimal(text, 4);
  if (amount < 0n || amount > 100_000_000_000_000n) throw new SettingFault('must be from 0 to 100000');
  return amount;
}

/** CNY for one USD, as nano-CNY. */
export function exchangeRate(text: string): NanoCny {
  const rate = decimal(text, 6);
  if (rate <= 0n || rate > 1000_000_000_000n) throw new SettingFault('must be more than 0 and at most 1000');
  return rate;
}

/** A percentage as parts per million: `12.5` → 125000. */
export function percent(text: string): bigint {
  const value = decimal(text, 4) / 100_000n;
  if (value > 10_000_000n) throw new SettingFault('must be from 0 to 1000');
  return value;
}

function decimal(text: string, decimalsMax: number): bigint {
  try {
    return parseAmount(text.trim(), { decimalsMax });
  } catch (error) {
    if (!(error instanceof AmountError)) throw error;
    throw new SettingFault(`must be a decimal number with at most ${String(decimalsMax)} decimals, for example 7.2`);
  }
}

/** The URL of a server that the service uses. Never quoted, because it may contain a password. */
export function serverUrl(protocols: readonly string[], example: string): (text: string) => string {
  return (text) => {
    const url = text.trim();
    // A cluster may be specified by several of its servers.
    const areOurs = url.split(',').every((one) => URL.canParse(one) && protocols.includes(new URL(one).protocol));
    if (areOurs) return url;
    throw new SettingFault('must be a valid address', `Use the form ${example}, and escape special characters in the password.`);
  };
}

/** A bucket with its credentials. Never quoted, because it contains a secret. */
export function bucketUrl(text: string): string {
  const url = URL.parse(text.trim());
  const isSound =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username !== '' &&
    url.password !== '' &&
    url.hash === '' &&
    [...url.searchParams.keys()].every((name) => name === 'region');
  if (isSound) return url.href;
  throw new SettingFault(
    'must be the address of a bucket',
    'Use the form https://key:secret@s3.example.com/bucket?region=eu-central-1, and escape special characters in key and secret.',
  );
}

/** Domains separated by commas, in lower case. */
export function domains(text: string): readonly string[] {
  const entries = text
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== '');
  if (entries.every((entry) => /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(entry))) return Object.freeze(entries);
  throw new SettingFault('must list domains separated by commas', 'Use the form example.cn,example.com.');
}

/** URL of an identity provider. Plain HTTP is accepted only on this machine: identities must not be forged in transit. */
export function issuer(text: string): string {
  const url = URL.parse(text.trim());
  const isLocal = url !== null && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  const isSound = url !== null && (url.protocol === 'https:' || (isLocal && url.protocol === 'http:'));
  if (isSound && url.username + url.password + url.search + url.hash === '') return text.trim().replace(/\/+$/, '');
  throw new SettingFault(
    'must be an https address',
    'Copy it from the provider, for example https://login.example.cn/realms/staff.',
  );
}
