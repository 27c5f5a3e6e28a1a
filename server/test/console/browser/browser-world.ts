import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import type { Browser } from '../../identity/browser.ts';
import { firstAdministrator } from '../../identity/first-administrator.ts';
import { ServerProcess } from '../../scenarios/server-process.ts';
import { startChromium } from '../../servers/chromium.ts';
import { startMailServer, type MailServer, type ReceivedMail } from '../../servers/mail-server.ts';
import { waitFor } from '../../wait-for.ts';
import { countRequests } from './at-rest.ts';

export interface Visit {
  readonly width?: number;
  readonly language?: 'zh-CN' | 'en-US';
  readonly theme?: 'light' | 'dark';
  /** The address at which the program is visited; its own by default. */
  readonly at?: string;
  /** The source address of the visitor; by default all visitors share that of this machine, and its limits. */
  readonly from?: string;
}

/** The program with its console as a process, with a browser and a mail server. */
export interface BrowserWorld {
  readonly server: ServerProcess;
  readonly mails: MailServer;
  /** Opens a new, empty browser. */
  visit(visit?: Visit): Promise<{ readonly page: Page; readonly context: BrowserContext }>;
  /** The first administrator, created by the link of the first start and signed in. */
  administrator(): Promise<Browser>;
  /** Opens a browser in which the person is signed in. */
  visitAs(person: Browser, visit?: Visit): Promise<{ readonly page: Page; readonly context: BrowserContext }>;
  /** Takes the next mail to an address whose subject or text matches. */
  mailTo(address: string, words: RegExp): Promise<ReceivedMail>;
  /** Errors of all pages so far: console errors, failed requests, requests to other hosts. */
  readonly faults: readonly string[];
  close(): Promise<void>;
}

/** Building the console takes a while if there is no build yet. */
const buildMs = 240_000;
/** Maximum time of one step in a page, even on a busy machine; Playwright reports what it waited for. */
const stepMs = 60_000;

/** Checks that apply to every page in every test. */
function watch(page: Page, origin: string, faults: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${String(error)}`));
  page.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (asked !== origin && protocol.startsWith('http')) faults.push(`${page.url()} asks ${asked}`);
  });
  page.on('requestfailed', (request) => {
    // Leaving a page cancels its pending requests.
    const why = request.failure()?.errorText ?? '';
    if (why !== 'net::ERR_ABORTED') faults.push(`${page.url()}: ${request.url()} ${why}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 500) faults.push(`${page.url()}: ${String(response.status())} ${response.url()}`);
  });
}

/** @param fill prepares the data folder before the program starts. */
export async function openBrowserWorld(
  env: Readonly<Record<string, string>> = {},
  fill: (folder: string) => Promise<unknown> = () => Promise.resolve(),
): Promise<BrowserWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-browser-'));
  const mails = await startMailServer();
  const smtp = { TOLLGATE_SMTP_URL: `smtp://127.0.0.1:${String(mails.port)}`, TOLLGATE_MAIL_FROM: 'no-reply@tollgate.example' };
  await fill(folder);
  const server = await ServerProcess.start(folder, { ...smtp, ...env });
  const browser = await startChromium();
  const faults: string[] = [];
  const taken = new Set<ReceivedMail>();
  await waitFor(async () => (await (await fetch(server.url)).text()).includes('type="module"'), {
    what: 'the console is built',
    everyMs: 250,
    withinMs: buildMs,
  });
  const visit: BrowserWorld['visit'] = async ({
    width = 1440,
    language = 'en-US',
    theme = 'light',
    at = server.url,
    from,
  } = {}) => {
    const context = await browser.newContext({
      locale: language,
      colorScheme: theme,
      reducedMotion: 'reduce',
      viewport: { width, height: 900 },
      hasTouch: width < 600,
      ...(from === undefined ? {} : { extraHTTPHeaders: { 'x-forwarded-for': from } }),
    });
    const page = await context.newPage();
    page.setDefaultTimeout(stepMs);
    countRequests(page);
    watch(page, new URL(at).origin, faults);
    return { page, context };
  };
  return {
    server,
    mails,
    faults,
    visit,
    async visitAs(person, given) {
      const visiting = await visit(given);
      await visiting.context.addCookies([...person.cookies].map(([name, value]) => ({ name, value, url: server.url })));
      return visiting;
    },
    administrator: () => firstAdministrator(server),
    async mailTo(address, words) {
      const found = (): ReceivedMail | undefined =>
        mails.received.find(
          (mail) =>
            !taken.has(mail) &&
            mail.recipients.includes(address) &&
            words.test(`${mail.mail.subject ?? ''}\n${mail.mail.text ?? ''}`),
        );
      await waitFor(() => found() !== undefined, { what: `a mail to ${address} with ${String(words)}`, everyMs: 50 });
      const mail = found();
      assert.ok(mail);
      taken.add(mail);
      return mail;
    },
    async close() {
      await browser.close();
      await server.stop();
      await mails.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The first URL in a mail. */
export function linkOf({ mail }: ReceivedMail): string {
  const [link] = /https?:\/\/\S+/.exec(mail.text ?? '') ?? [];
  assert.ok(link, `there is no link in "${mail.text ?? ''}"`);
  return link;
}
