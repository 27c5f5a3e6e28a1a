// `npm run screens`: takes pictures of every console page, empty and in use, into .cache/screens/. Prints the axe findings, browser errors
// and loaded bytes of each. `npm run screens -- /keys /calls` selects pages.
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import { consolePages } from '@tollgate/contract/site/pages';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { createAccount, patchAccount } from '../../src/subjects/tenants/accounts/accounts.ts';
import { beginClosing } from '../../src/subjects/account-life/closing.ts';
import { patchAccountOfMembers } from '../../src/subjects/tenants/accounts/contact-address.ts';
import { addContractDocument } from '../../src/subjects/requests/contract-documents.ts';
import { operator } from '../../src/control/principal.ts';
import { uploadRequestContract } from '../../src/subjects/requests/request-contracts.ts';
import { createRequest } from '../../src/subjects/requests/service-requests.ts';
import type { Service } from '../../src/service/service.ts';
import { startChromium } from '../servers/chromium.ts';
import { startInProcess } from '../service-in-process.ts';
import { atRest, countRequests } from './browser/at-rest.ts';

const folder = join(import.meta.dirname, '../../../.cache/screens');
const owner = { name: 'Ada', email: 'ada@example.cn', password: 'a sentence of some length' };

const looks = [
  { theme: 'light', locale: 'zh-CN', width: 1440, height: 900 },
  { theme: 'light', locale: 'zh-CN', width: 390, height: 844 },
  { theme: 'dark', locale: 'en-US', width: 1440, height: 900 },
  { theme: 'dark', locale: 'en-US', width: 390, height: 844 },
] as const;
type Look = (typeof looks)[number];

type Json = Readonly<Record<string, unknown>>;

/** The console API, as the first administrator. */
class Owner {
  readonly #url: string;
  cookie = '';

  constructor(service: Service) {
    this.#url = `http://127.0.0.1:${String(service.port)}`;
  }

  async send(path: string, body?: Json): Promise<Json> {
    const answer = await fetch(`${this.#url}/api/console${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { origin: this.#url, cookie: this.cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${String(answer.status)} ${text}`);
    const cookies = answer.headers.getSetCookie().map((each) => each.split(';')[0] ?? '');
    if (cookies.length > 0) this.cookie = cookies.join('; ');
    return text === '' ? {} : (JSON.parse(text) as Json);
  }

  async signIn(service: Service): Promise<string> {
    const token = service.setupUrl?.split('#token=')[1] ?? '';
    await this.send('/setup', { token, ...owner });
    await this.send('/auth/sign-in/email', { email: owner.email, password: owner.password });
    const { accounts } = (await this.send('/session')) as { accounts: { id: string }[] };
    return accounts[0]?.id ?? '';
  }
}

async function call(service: Service, key: string, body: Json): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${String(service.port)}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await answer.text();
}

/** Creates keys, a sub-account and calls with every outcome, through the product itself. */
async function putToUse(service: Service, own: Owner, accountId: string): Promise<void> {
  const at = `/accounts/${accountId}`;
  const team = await own.send(`${at}/sub-accounts`, { name: '客服组' });
  const keys: string[] = [];
  for (const body of [
    { remark: 'production', daily_cap: '50' },
    { remark: 'test', daily_cap: '5' },
    { remark: 'support-bot', sub_account_id: team.id },
  ])
    keys.push(String((await own.send(`${at}/keys`, body)).key));
  for (let at = 0; at < 40; at += 1) {
    const model = at % 9 === 4 ? 'no-such-model' : 'sandbox/chat';
    await call(service, keys[at % keys.length] ?? '', {
      model,
      stream: at % 3 === 0,
      messages: [{ role: 'user', content: `question ${String(at)}` }],
    });
  }
  await service.storage.books.flush();
  await askForChannel(service, accountId);
}

/** Creates a request with its contract, an offered contract, and accounts that are being closed. */
async function askForChannel({ control }: Service, accountId: string): Promise<void> {
  const everything = operator('operator@example.cn');
  const people = { findPerson: () => Promise.resolve(null) };
  const mail = { people, consoleOrigin: () => 'https://console.example.cn', locale: 'zh' } as const;
  await patchAccountOfMembers(control, everything, { accountId, request: { email: 'finance@example.cn' } }, mail);
  const bytes = Buffer.from('%PDF-1.7\n%%EOF');
  const offered = { kind: 'dedicated', locale: 'zh', title: '专属通道服务协议', versionOn: '2026-11-01', bytes } as const;
  await addContractDocument(control, everything, offered);
  const asked = { kind: 'dedicated', contact: '李雷 138 0000 0000', details: '每分钟 2000 次，并发 300' } as const;
  const { request } = await createRequest(control, everything, accountId, asked);
  await uploadRequestContract(control, everything, { id: request.id, bytes });
  for (const name of ['示例科技', '旧项目']) {
    const { account } = await createAccount(control, everything, { name, trial_credit: false });
    await beginClosing(control, everything, { accountId: account.id, name: null, reason: '来信申请' });
  }
}

function addressesOf(chosen: readonly string[]): readonly string[] {
  const plain = consolePages.filter((page) => !page.includes('$')) as readonly string[];
  const all = [
    ...plain,
    '/pricing/sandbox/chat',
    '/docs/kinds/chat',
    '/docs/charging',
    '/guides/quick-start',
    '/guides/errors',
    '/guides/clients',
    '/keys?create=test',
    '/operator/providers?add=1',
    '/operator/providers/prv_sandbox',
  ];
  return chosen.length === 0 ? all : chosen;
}

interface Seen {
  readonly faults: string[];
  bytes: number;
}

async function listen(page: Page, context: BrowserContext, url: string): Promise<Seen> {
  const seen: Seen = { faults: [], bytes: 0 };
  page.on('console', (message) => {
    if (message.type() === 'error') seen.faults.push(message.text());
  });
  page.on('pageerror', (error) => seen.faults.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !/^(data|blob):/.test(request.url())) seen.faults.push(`foreign: ${request.url()}`);
  });
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    seen.bytes += encodedDataLength;
  });
  return seen;
}

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[] }[];
}

async function look(
  browser: Browser,
  service: Service,
  { path, state, own, how }: { path: string; state: string; own: Owner; how: Look },
): Promise<void> {
  const url = `http://127.0.0.1:${String(service.port)}`;
  const context = await browser.newContext({
    viewport: { width: how.width, height: how.height },
    colorScheme: how.theme,
    locale: how.locale,
    reducedMotion: 'reduce',
  });
  await context.addCookies(
    own.cookie
      .split('; ')
      .filter(Boolean)
      .map((pair) => ({ name: pair.split('=')[0] ?? '', value: pair.slice(pair.indexOf('=') + 1), url })),
  );
  if (own.cookie !== '') await context.addInitScript("localStorage.setItem('tollgate.signed-in', 'yes')");
  const page = await context.newPage();
  countRequests(page);
  const seen = await listen(page, context, url);
  await page.goto(url + path);
  const file = `${path === '/' ? 'home' : path.slice(1).replaceAll(/[^a-z0-9]+/gi, '-')}-${state}-${how.locale.slice(0, 2)}-${how.theme}-${String(how.width)}.png`;
  await atRest(page).catch(() => seen.faults.push('never at rest'));
  await page.screenshot({ path: join(folder, file) });
  const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
  await page.evaluate(axe.source);
  const findings = await page.evaluate<readonly Finding[]>('axe.run().then((result) => result.violations)');
  const notes = [
    ...findings.map(
      ({ id, nodes }) =>
        `axe ${id}: ${nodes
          .map(({ target }) => target.join(' '))
          .slice(0, 3)
          .join(', ')}`,
    ),
    ...seen.faults,
    ...(isWide === true ? ['wider than the window'] : []),
  ];
  process.stdout.write(`${file}  ${String(Math.round(seen.bytes / 1024))} KiB${notes.map((note) => `\n    ${note}`).join('')}\n`);
  await context.close();
}

mkdirSync(folder, { recursive: true });
const service = await startInProcess({ TOLLGATE_DATA_DIR: mkdtempSync(join(tmpdir(), 'tollgate-screens-')) });
const browser = await startChromium();
try {
  const own = new Owner(service);
  const accountId = await own.signIn(service);
  const visitor = new Owner(service);
  const isPublic = (path: string): boolean => /^\/($|pricing|guides|sign-|reset|verify|setup|terms|privacy)/.test(path);
  const paths = addressesOf(process.argv.slice(2));
  for (const state of ['empty', 'used']) {
    if (state === 'used') await putToUse(service, own, accountId);
    for (const path of paths.filter((each) => state === 'empty' || !isPublic(each)))
      for (const how of looks) await look(browser, service, { path, state, own: isPublic(path) ? visitor : own, how });
  }
  const everything = operator('operator@example.cn');
  await patchAccount(service.control, everything, accountId, { status: 'disabled', status_reason: '10 月账单逾期未付' });
  for (const path of paths.filter((each) => each === '/overview' || each === '/keys'))
    for (const how of looks) await look(browser, service, { path, state: 'frozen', own, how });
} finally {
  await browser.close();
  await service.stop();
}
