import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { waitFor } from '../../wait-for.ts';
import { atRest } from './at-rest.ts';

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly help: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

export interface Look {
  /** Part of the page: a selector; the whole page by default. */
  readonly part?: string;
  /** All by default. */
  readonly rules?: readonly string[];
}

/** What a demanding checker of accessibility finds. */
export async function axeFindings(page: Page, { part, rules }: Look = {}): Promise<readonly string[]> {
  await atRest(page);
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source);
  const options = { resultTypes: ['violations'], ...(rules === undefined ? {} : { runOnly: rules }) };
  const place = part === undefined ? 'document' : JSON.stringify(part);
  const { violations } = await page.evaluate<AxeResult>(`axe.run(${place}, ${JSON.stringify(options)})`);
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0]?.html ?? ''}`);
}

/** What another theme can change for the worse. */
export const colourRules = ['color-contrast', 'link-in-text-block'] as const;

/** As if it were chosen in another tab: colours are all that changes. */
export async function changeTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate(`localStorage.setItem('tollgate.theme', '${theme}'); dispatchEvent(new StorageEvent('storage'))`);
  const isChanged = (): Promise<boolean> => page.evaluate(`document.documentElement.dataset.theme === '${theme}'`);
  await waitFor(isChanged, { what: `the page is ${theme}`, everyMs: 10 });
  await atRest(page);
}
