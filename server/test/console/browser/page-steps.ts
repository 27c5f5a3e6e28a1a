import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { password } from '../../identity/first-administrator.ts';
import { linkOf, type BrowserWorld } from './browser-world.ts';
import { press } from './keyboard.ts';

interface KeyToMake {
  readonly remark: string;
  readonly dailyCap?: string;
  readonly subAccount?: string;
}

/** Chooses an option in a field that opens a list. */
export async function choose(page: Page, field: Locator, option: string): Promise<void> {
  await field.click();
  await page.locator('.ant-select-item-option').getByText(option, { exact: true }).click();
}

/** Creates a key in the page and reads its value; afterwards the list of keys is open. */
export async function createKey({ server }: BrowserWorld, page: Page, key: KeyToMake): Promise<string> {
  await page.goto(`${server.url}/keys?create=custom`);
  const form = page.locator('form#create-key');
  await form.getByLabel('Remark').fill(key.remark);
  if (key.dailyCap !== undefined) await form.getByLabel('Daily cap').fill(key.dailyCap);
  if (key.subAccount !== undefined) await choose(page, form.getByLabel('Sub-account'), key.subAccount);
  await press(page, 'Control+Enter');
  const value = (await page.locator('.secret code').textContent()) ?? '';
  assert.match(value, /^sk-[0-9A-Za-z]{38}$/);
  await page.getByLabel('I have stored it safely').check();
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  await page.locator('dialog').waitFor({ state: 'detached' });
  return value;
}

/** Signs a person up in the page; the link in a real mail verifies the address. */
export async function signUp(world: BrowserWorld, page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Your name').fill(email.split('@')[0] ?? '');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByText(`We sent a verification link to ${email}.`, { exact: false }).waitFor();
  await page.goto(linkOf(await world.mailTo(email, /verif|confirm/i)));
  await page.getByRole('button', { name: 'Confirm e-mail' }).click();
  await page.getByText('Your e-mail is verified.').waitFor();
}

/** Signs in by password on the page that asks for it. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
