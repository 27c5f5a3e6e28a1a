import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { Browser } from '../../identity/browser.ts';
import { totpCode } from '../../identity/people-place.ts';
import { ageSignIns } from '../../identity/sign-in-place.ts';
import { chromium } from '../../servers/chromium.ts';
import { withServer } from '../../servers/needed-server.ts';
import { waitFor } from '../../wait-for.ts';
import { axeFindings, changeTheme, colourRules } from './axe-findings.ts';
import { linkOf, openBrowserWorld, type BrowserWorld } from './browser-world.ts';
import { CardPayments } from './card-payments.ts';
import { nextPassword } from './forms/door-forms.ts';
import type { Form, Place } from './forms/form.ts';
import { Keyboard } from './keyboard.ts';
import { makeInvoice } from './make-invoice.ts';
import { makeOwnUpstream, makeProvider } from './make-provider.ts';
import { makeTraffic } from './make-traffic.ts';

const newcomer = 'keys@example.com';
/** Elements above or next to the page. */
export const opened = 'dialog[open], aside.drawer';
const isInside = `document.querySelector('${opened}')?.contains(document.activeElement) === true`;
const stepMs = 30_000;

type Who = NonNullable<Form['as']> | 'owner';

/** Whether closing the form would lose input. */
function mustAsk({ opener, fill, submit, isInPage = false, isUnchanged = false }: Form): boolean {
  return opener !== undefined && fill !== undefined && submit !== undefined && !isInPage && !isUnchanged;
}

interface Suite {
  /** For additional tests of the forms. */
  readonly keysAt: (path: string) => Promise<Keyboard>;
}

/** Walks through forms with only the keyboard, in one world. */
export function everyForm(whose: string, forms: readonly Form[], more: (suite: Suite) => void = () => undefined): void {
  withServer(chromium, `every form and drawer of the console for ${whose}, by keyboard alone`, () => {
    let cards: CardPayments;
    let world: BrowserWorld;
    let root: Browser;
    let place: Place;
    const pages = new Map<Who, Promise<Page>>();

    before(async () => {
      cards = await CardPayments.start();
      world = await openBrowserWorld(cards.env);
      root = await world.administrator();
      const traffic = await makeTraffic(world, root);
      const invoiceId = await makeInvoice(world, root, traffic.accountId);
      const embedding = { kind: 'embedding', price: { input: '1', output: '0' }, confirm: true };
      await world.server.admin('PUT', '/models/sandbox%2Fembedding', embedding);
      const { id: otherAccountId } = await world.server.admin<{ readonly id: string }>('POST', '/accounts', { name: 'Other' });
      place = {
        ...traffic,
        otherAccountId,
        invoiceId,
        providerId: await makeProvider(world),
        totpCode: authenticator(),
        join: () => joinAccount(traffic.accountId),
        mailedLink: async (words) => linkOf(await world.mailTo(newcomer, words)),
        saveCard: async () => {
          await cards.switchOn(world);
          await cards.saveCard(root, traffic.accountId);
        },
        ownUpstream: () => makeOwnUpstream(world, traffic.accountId),
        ageSignIns: () => {
          ageSignIns(world.server, 3_600_000);
        },
        refusedReturn: () => cards.refusedReturn(world, root, traffic.accountId),
      };
    });
    after(async () => {
      await world.close();
      await cards.close();
    });

    async function signedIn(): Promise<Browser> {
      const person = new Browser(world.server.url, '127.0.0.1');
      assert.equal((await person.auth('/sign-in/email', { email: newcomer, password: nextPassword })).status, 200);
      return person;
    }

    async function newPage(who: Who): Promise<Page> {
      const visiting = who === 'nobody' ? world.visit() : world.visitAs(who === 'owner' ? root : await signedIn());
      return (await visiting).page;
    }

    function pageOf(who: Who): Promise<Page> {
      const page = (who === 'nobody' ? undefined : pages.get(who)) ?? newPage(who);
      pages.set(who, page);
      return page;
    }

    /** Codes of an authenticator, once the page has shown the owner the secret. Each code works once. */
    function authenticator(): () => Promise<string> {
      let secret: string | null = null;
      let steps = 0;
      return async () => {
        const page = await pageOf('owner');
        secret ??= await page.locator('code', { hasText: /^[A-Z2-7]{16,}$/ }).textContent();
        const code = totpCode(`otpauth://totp/Tollgate?secret=${String(secret)}`, Date.now() + steps * stepMs);
        steps += 1;
        return code;
      };
    }

    async function joinAccount(accountId: string): Promise<void> {
      const { id } = (await (await signedIn()).get('/api/console/session')).body.user as { readonly id: string };
      const books = new DatabaseSync(join(world.server.folder, 'tollgate.db'));
      books.exec('pragma busy_timeout = 10000');
      const columns = '(account_id, user_id, role, sub_account_id, created_at)';
      books.prepare(`insert into members ${columns} values (?, ?, 'finance', null, 1)`).run(accountId, id);
      books.close();
    }

    /** Opens the form: it gets the focus, is accessible in both themes, and Escape closes it and restores the focus. */
    async function open(keys: Keyboard, opener: RegExp, { open: goOn, isInPage = false }: Form): Promise<void> {
      const { page } = keys;
      const part = page.locator(opened).first();
      const press = async (): Promise<void> => {
        await keys.act(opener);
        await goOn?.(keys);
      };
      await press();
      if (isInPage) {
        assert.deepEqual(await axeFindings(page), []);
        return;
      }
      await part.waitFor();
      await waitFor(() => page.evaluate<boolean>(isInside), { what: 'the focus is inside', everyMs: 20 });
      const focus = await keys.focus();
      assert.ok(focus.isSeen, `the focus on "${focus.name}" cannot be seen`);
      assert.deepEqual(await axeFindings(page, { part: opened }), []);
      await changeTheme(page, 'dark');
      assert.deepEqual(await axeFindings(page, { part: opened, rules: colourRules }), [], 'dark');
      await changeTheme(page, 'light');
      await keys.press('Escape');
      await part.waitFor({ state: 'detached' });
      await keys.isOn(opener);
      assert.ok((await keys.focus()).isSeen, 'the focus is seen when it has come back');
      await press();
      await part.waitFor();
    }

    /** Escape asks before discarding input, and a second Escape returns to the form. */
    async function keep(keys: Keyboard): Promise<void> {
      const asked = keys.page.getByRole('dialog', { name: 'Discard your changes?' });
      await keys.press('Escape');
      await asked.waitFor();
      await keys.press('Escape');
      await asked.waitFor({ state: 'detached' });
      assert.equal(await keys.page.locator(opened).count(), 1, 'the form is still there');
    }

    async function isSaid(page: Page, words: string | RegExp): Promise<void> {
      const said = page.getByText(words).last();
      await said.waitFor().catch(async () => {
        const alerts = await page.locator('[role=alert], .toasts').allTextContents();
        assert.fail(`the page does not say ${String(words)}, but ${JSON.stringify(alerts)}`);
      });
    }

    for (const form of forms)
      it(form.name, async () => {
        const keys = new Keyboard(await pageOf(form.as ?? 'owner'));
        const { at, width = 1440, opener, fill, submit, says, then } = form;
        await keys.page.setViewportSize({ width, height: 900 });
        await keys.page.goto(new URL(typeof at === 'string' ? at : await at(place), world.server.url).href);
        await keys.page.locator('h1').first().waitFor();
        await keys.skip();
        if (opener !== undefined) await open(keys, opener, form);
        await fill?.(keys, place);
        if (mustAsk(form)) await keep(keys);
        if (submit !== undefined) await keys.act(submit);
        if (says !== undefined) await isSaid(keys.page, says);
        await then?.(keys);
      });

    more({
      async keysAt(path) {
        const keys = new Keyboard(await pageOf('owner'));
        await keys.page.goto(new URL(path, world.server.url).href);
        return keys;
      },
    });

    it('no page on the way had an error, a failed request or a request to another host', () => {
      // These refusals are intended, although the browser reports each.
      const faults = world.faults.filter((fault) => !/status of 4\d\d/.test(fault));
      assert.deepEqual(faults, []);
    });
  });
}
