import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { consolePages, type ConsolePage } from '@tollgate/contract/site/pages';
import type { Page } from 'playwright-core';
import type { Browser } from '../../identity/browser.ts';
import { chromium } from '../../servers/chromium.ts';
import { withServer } from '../../servers/needed-server.ts';
import { atRest } from './at-rest.ts';
import { axeFindings, changeTheme, colourRules } from './axe-findings.ts';
import { openBrowserWorld, type BrowserWorld, type Visit } from './browser-world.ts';
import { makeInvoice } from './make-invoice.ts';
import { makeProvider } from './make-provider.ts';
import { makeTraffic, type Traffic } from './make-traffic.ts';

/** Data for further tests of the same pages. */
interface Shown {
  /** Opens a new, empty browser. */
  readonly visit: (path: ConsolePage) => ReturnType<BrowserWorld['visit']>;
  readonly show: (page: Page, path: ConsolePage) => Promise<void>;
}

/** The first content beyond the right edge. */
function beyond(page: Page): Promise<string> {
  return page.evaluate<string>(
    '[...document.querySelectorAll("main *")].filter((one) => one.getBoundingClientRect().right > innerWidth).map(({ outerHTML }) => outerHTML.slice(0, 120)).slice(0, 4).join(" ")',
  );
}

/** Primary actions below the title that other actions precede, and IDs of routes shown where their provider and region are known. */
function flawsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(
    `[...[...document.querySelectorAll(".actions > .btn.primary")].filter((one) => one.matches(":not(:first-child)")).map(({ innerText }) => "not first: " + innerText),
      ...(document.querySelector("main").innerText.match(/\\brte?_\\w+/g) ?? [])]`,
  );
}

/** Checks every page as one kind of visitor. One file per visit: all in one file would exceed the time limit. */
export function everyPage(look: Visit, beside: (world: Shown) => void = () => undefined): void {
  withServer(chromium, 'every page of the console', () => {
    let world: BrowserWorld;
    let root: Browser;
    let traffic: Traffic;
    let invoiceId: string;
    let announcementId: string;
    let providerId: string;

    before(async () => {
      world = await openBrowserWorld();
      root = await world.administrator();
      traffic = await makeTraffic(world, root);
      invoiceId = await makeInvoice(world, root, traffic.accountId);
      const closing = await world.server.admin<{ id: string }>('POST', '/accounts', { name: 'Old project' });
      await world.server.admin('POST', `/accounts/${closing.id}/closing`, { reason: 'asked for by letter' });
      const asked = { kind: 'dedicated', contact: 'Li', details: '2000 requests a minute' };
      await root.post(`/api/console/accounts/${traffic.accountId}/service-requests`, asked);
      const words = { title: { zh: '新模型', en: 'A new model' }, text: { zh: '现在可用。', en: 'Try it.' } };
      const body = { kind: 'news', ...words, pinned: true };
      providerId = await makeProvider(world);
      announcementId = (await world.server.admin<{ id: string }>('POST', '/announcements', body)).id;
    });
    after(async () => {
      await world.close();
    });

    /** The URL of a page with existing ids. */
    function addressOf(path: ConsolePage): string {
      return path
        .replace('$keyId', traffic.keyId)
        .replace('$subAccountId', traffic.subAccountId)
        .replace('$accountId', traffic.accountId)
        .replace('$orderId', traffic.orderId)
        .replace('$month', new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 7))
        .replace('$invoiceId', invoiceId)
        .replace('$announcementId', announcementId)
        .replace('$providerId', providerId)
        .replace('$topic', 'quick-start')
        .replace('/docs/$', '/docs/kinds/chat')
        .replace('$', 'sandbox/chat');
    }

    const isOpenToAll = (path: string): boolean =>
      /^\/($|pricing|docs|guides|status|announcements|sign-in|sign-up|reset|verify|setup|invite|unsubscribe|contact|terms|privacy)/.test(
        path,
      );

    /** One browser per visitor and one for the administrator, so that shared files are loaded once. */
    const pages = new Map<boolean, Promise<Page>>();
    function pageOf(path: ConsolePage): Promise<Page> {
      const isOpen = isOpenToAll(path);
      const page =
        pages.get(isOpen) ?? (isOpen ? world.visit(look) : world.visitAs(root, look)).then(({ page: opened }) => opened);
      pages.set(isOpen, page);
      return page;
    }

    async function show(page: Page, path: ConsolePage): Promise<void> {
      await page.goto(`${world.server.url}${addressOf(path)}`);
      await page.locator('h1').first().waitFor();
      await atRest(page);
      assert.equal(await page.locator('.not-found').count(), 0, 'there is such a page');
    }

    for (const path of consolePages) {
      const name = `${path} (${String(look.language)}, ${String(look.theme)}, ${String(look.width)} px)`;
      it(`${name} has no finding of axe in either theme, no error, no sideways scroll, no request to another host, and begins with its primary action`, async () => {
        const known = world.faults.length;
        const page = await pageOf(path);
        await show(page, path);
        assert.deepEqual(await axeFindings(page), []);
        assert.deepEqual(await flawsOf(page), []);
        const other = look.theme === 'dark' ? 'light' : 'dark';
        await changeTheme(page, other);
        assert.deepEqual(await axeFindings(page, { rules: colourRules }), [], other);
        await changeTheme(page, look.theme ?? 'light');
        const width = await page.evaluate<number>('document.documentElement.scrollWidth');
        assert.ok(width <= (look.width ?? 0), `it is ${String(width)} px wide: ${await beyond(page)}`);
        assert.deepEqual(world.faults.slice(known), []);
      });
    }

    beside({
      visit: (path) => (isOpenToAll(path) ? world.visit() : world.visitAs(root)),
      show,
    });
  });
}
