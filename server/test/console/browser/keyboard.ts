import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { waitFor } from '../../wait-for.ts';
import { atRest, isStill } from './at-rest.ts';

/** More tab stops than any page has before the element. */
const mostTabs = 160;

export interface Focused {
  /** The accessible name. */
  readonly name: string;
  /** Whether the focus is visible on the page. */
  readonly isSeen: boolean;
}

/** A focus ring around the element, or around the field that contains it. */
const inPage = `(() => {
  const nameOf = (element) => {
    const labels = [...(element.labels ?? [])].map((label) => label.textContent).join(' ');
    const named = element.cloneNode(true);
    for (const hidden of named.querySelectorAll('[aria-hidden=true]')) hidden.remove();
    return (element.getAttribute('aria-label') || labels || named.textContent || '').trim();
  };
  const hasRing = (element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
  };
  const isSeen = (element) => {
    const label = element.closest('label');
    const around = [element, element.parentElement, element.parentElement?.parentElement, element.closest('.ant-select'), label];
    return element.matches(':focus-visible') && around.some((one) => one && hasRing(one));
  };
  const own = 'a[href], button, input, select, textarea, summary, [tabindex]';
  const canBeReached = (element) =>
    !element.disabled && element.tabIndex >= 0 && element.checkVisibility() && element.closest('[inert]') === null;
  return { nameOf, isSeen, own, canBeReached };
})()`;

/** Number of walks before an element counts as unreachable, because the page may change during one. */
const mostWalks = 3;

/** Presses keys one after the other, each while the page is still. */
export async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await isStill(page);
    await page.keyboard.press(key);
  }
}

/** A user without a mouse. */
export class Keyboard {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  press(...keys: readonly string[]): Promise<void> {
    return press(this.page, ...keys);
  }

  async type(text: string): Promise<void> {
    await isStill(this.page);
    await this.page.keyboard.type(text);
  }

  focus(): Promise<Focused> {
    return this.page.evaluate(`(() => {
      const { nameOf, isSeen } = ${inPage};
      const element = document.activeElement;
      return element === null || element === document.body || element.id === 'main' ? { name: '', isSeen: true } : { name: nameOf(element), isSeen: isSeen(element) };
    })()`);
  }

  /** Waits until an element with this name can be focused. */
  async waitFor(name: RegExp): Promise<void> {
    const isThere = `(() => {
      const { nameOf, own, canBeReached } = ${inPage};
      return [...document.querySelectorAll(own)].some((element) => ${String(name)}.test(nameOf(element)) && canBeReached(element));
    })()`;
    await waitFor(() => this.page.evaluate<boolean>(isThere), { what: `there is ${String(name)} to be reached`, everyMs: 20 });
  }

  /** Presses Tab until the element with this name has the focus and keeps it after the page has loaded. */
  async tabTo(name: RegExp): Promise<void> {
    let seen: readonly string[] = [];
    for (let walk = 0; walk < mostWalks; walk += 1) {
      await this.waitFor(name);
      await atRest(this.page);
      seen = await this.#walkTo(name);
      await isStill(this.page);
      const { name: now, isSeen } = await this.focus();
      if (!name.test(now)) continue;
      assert.ok(isSeen, `the focus on "${now}" cannot be seen`);
      return;
    }
    assert.fail(`${String(name)} is not reached by keyboard: ${seen.join(' | ')}`);
  }

  /** One walk; returns the names it passed. */
  async #walkTo(name: RegExp): Promise<readonly string[]> {
    const seen: string[] = [];
    while (seen.length < mostTabs) {
      const { name: now } = await this.focus();
      if (name.test(now)) break;
      seen.push(now.slice(0, 20));
      await this.page.keyboard.press('Tab');
    }
    return seen;
  }

  /** Presses a button, link or checkbox. */
  async act(name: RegExp, key = 'Enter'): Promise<void> {
    await this.tabTo(name);
    await this.press(key);
  }

  async fill(name: RegExp, text: string): Promise<void> {
    await this.tabTo(name);
    await this.press('Control+a');
    await this.type(text);
  }

  /** Selects the option after the current one in a select field. */
  async chooseNext(name: RegExp): Promise<void> {
    await this.tabTo(name);
    await this.press('ArrowDown');
    await this.page.locator('[role=combobox][aria-expanded=true]').waitFor();
    await this.press('ArrowDown', 'Enter');
    await this.page.locator('[role=combobox][aria-expanded=true]').waitFor({ state: 'detached' });
  }

  /** Fills a date and time field, which browsers draw in parts. */
  async fillTime(name: RegExp, date: string, time: string): Promise<void> {
    await this.tabTo(name);
    await this.type(date);
    await this.press('ArrowRight');
    await this.type(time);
  }

  /** Skips the navigation at the start of every page. */
  async skip(): Promise<void> {
    if ((await this.focus()).name !== '') return;
    await this.press('Tab');
    if ((await this.focus()).name.startsWith('Skip')) await this.press('Enter');
  }

  /** Chooses a file in the browser's file dialog. */
  async attach(name: RegExp, file: { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }): Promise<void> {
    // Without a handler, the browser opens a native window.
    this.page.on('filechooser', () => undefined);
    await this.tabTo(name);
    const [chooser] = await Promise.all([this.page.waitForEvent('filechooser'), this.press('Enter')]);
    await chooser.setFiles(file);
  }

  /** Chooses an entry of a menu that was just opened. The focus moves into it, and follows each arrow key, one frame later. */
  async chooseInMenu(name: string): Promise<void> {
    await this.page.getByRole('menuitem', { name }).waitFor();
    const isInMenu = "document.activeElement?.closest('[role=menu]') != null";
    await waitFor(() => this.page.evaluate<boolean>(isInMenu), { what: 'the focus is in the menu', everyMs: 20 });
    for (let at = 0; at < mostTabs; at += 1) {
      await this.press('ArrowDown');
      await this.page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
      if ((await this.focus()).name === name) return this.press('Enter');
    }
    assert.fail(`"${name}" is not reached in the menu`);
  }

  isOn(name: RegExp): Promise<void> {
    return waitFor(async () => name.test((await this.focus()).name), {
      what: `the focus is on ${String(name)}`,
      everyMs: 20,
    });
  }
}
