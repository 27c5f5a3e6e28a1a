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
  /** The address that the program is visited at; its own by default. */
  readonly at?: string;
  /** The address that it is visited from; all are of this machine by default, and share what one address may do. */
  readonly from?: string;
}

/** The program with its console as a process, a browser in front of it and a mail server behind it. */
export interface BrowserWorld {
  readonly server: ServerProcess;
  readonly mails: MailServer;
  /** Somebody's browser, with nothing in it. */
  visit(visit?: Visit): Promise<{ readonly page: Page; readonly context: BrowserContext }>;
  /** The first administrator, made by the link of the start and signed in. */
  administrator(): Promise<Browser>;
  /** Somebody's browser in which they are signed in already. */
  visitAs(person: Browser, visit?: Visit): Promise<{ readonly page: Page; readonly context: BrowserContext }>;
  /** Takes the next mail to an address whose subject or text has these words. */
  mailTo(address: string, words: RegExp): Promise<ReceivedMail>;
  /** What went wrong in any page so far: errors in its console, failed requests, requests to other hosts. */
  readonly faults: readonly string[];
  close(): Promise<void>;
}

/** A built console takes a while where nobody has built it yet. */
const buildMs = 240_000;
/** For one step in a page, even on a busy machine; Playwright reports what it waited for. */
const stepMs = 60_000;

/** What every page is held to, whatever the test is about. */
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
    // Leaving a page cancels what it was loading.
    const why = request.failure()?.errorText ?? '';
    if (why !== 'net::ERR_ABORTED') faults.push(`${page.url()}: ${request.url()} ${why}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 500) faults.push(`${page.url()}: ${String(response.status())} ${response.url()}`);
  });
}

/** @param fill puts something into the data folder before the program starts on it. */
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

/** The first address in a mail. */
export function linkOf({ mail }: ReceivedMail): string {
  const [link] = /https?:\/\/\S+/.exec(mail.text ?? '') ?? [];
  assert.ok(link, `there is no link in "${mail.text ?? ''}"`);
  return link;
}
