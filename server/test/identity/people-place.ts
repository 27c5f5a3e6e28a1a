import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '../../src/platform/logger.ts';
import type { Service } from '../../src/service/service.ts';
import { mustAdmin } from '../ask-admin.ts';
import { startInProcess } from '../service-in-process.ts';
import { waitFor } from '../wait-for.ts';
import { Browser } from './browser.ts';

export const password = 'a long enough password';

interface QueuedMail {
  readonly id: string;
  readonly template: string;
}

/** A running service with people who use it. */
export class PeoplePlace {
  readonly service: Service;
  /** Log lines for the operator. */
  readonly told: readonly string[];
  readonly folder: string;

  private constructor(service: Service, folder: string, told: readonly string[]) {
    this.service = service;
    this.folder = folder;
    this.told = told;
  }

  static async open(env: Readonly<Record<string, string>> = {}): Promise<PeoplePlace> {
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-people-'));
    const told: string[] = [];
    const error = (_fields: object, sentence: string): void => void told.push(sentence);
    const full = { TOLLGATE_DATA_DIR: folder, TOLLGATE_TRUSTED_PROXIES: '127.0.0.0/8', ...env };
    const service = await startInProcess(full, { logger: { ...silentLogger, error } });
    return new PeoplePlace(service, folder, told);
  }

  /** @param from the fixed source address. */
  browser(from: string | null = null): Browser {
    // A host name, which passkeys need.
    return new Browser(this.service.url.replace('127.0.0.1', 'localhost'), from);
  }

  /** Mails of one kind to an address, newest first. */
  async mails(recipient: string, template: string): Promise<readonly QueuedMail[]> {
    const { data } = await mustAdmin<{ data: readonly QueuedMail[] }>(this.#admin, 'GET', `/mails?recipient=${recipient}`);
    return data.filter((mail) => mail.template === template);
  }

  /** Waits for a mail and returns the token of its link. */
  async token(recipient: string, template: string, count = 1): Promise<string> {
    await waitFor(async () => (await this.mails(recipient, template)).length >= count, { what: `${template} to ${recipient}` });
    const [mail] = await this.mails(recipient, template);
    const { link } = await mustAdmin<{ link: string }>(this.#admin, 'GET', `/mails/${mail?.id ?? ''}`);
    const { hash, search } = new URL(link);
    assert.equal(search, '', 'what a link hands over is in no log');
    return hash.slice('#token='.length);
  }

  /** A person who has signed up, with a verified address. */
  async signUp(email: string): Promise<Browser> {
    const browser = this.browser();
    const answer = await browser.auth('/sign-up/email', { email, password, name: 'Somebody' });
    assert.equal(answer.status, 200, answer.text);
    const verified = await browser.auth('/verify-email', { token: await this.token(email, 'verify-address') });
    assert.equal(verified.status, 200, verified.text);
    return browser;
  }

  /** The same, signed in. */
  async enter(email: string): Promise<Browser> {
    const browser = await this.signUp(email);
    const answer = await browser.auth('/sign-in/email', { email, password });
    assert.equal(answer.status, 200, answer.text);
    return browser;
  }

  async close(): Promise<void> {
    await this.service.stop(0);
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Changes the operator's settings of the installation. */
  async settings(changes: object): Promise<void> {
    await mustAdmin(this.#admin, 'PATCH', '/site-settings', { body: changes });
  }

  get #admin() {
    return { url: this.service.url, token: this.service.adminToken };
  }
}

/** Whether a person is signed in, by the request that pages use. */
export async function isSignedIn(browser: Browser): Promise<boolean> {
  const { status } = await browser.get('/api/console/session');
  assert.ok(status === 200 || status === 401, String(status));
  return status === 200;
}

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code that an authenticator shows for the given address. */
export function totpCode(uri: string, atMs: number): string {
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  const bits = Array.from(secret.replaceAll('=', ''), (letter) => base32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(atMs / 30_000)));
  const mac = createHmac('sha1', key).update(step).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
