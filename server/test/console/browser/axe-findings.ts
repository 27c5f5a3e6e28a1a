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
  /** Selector of a part of the page; by default, the whole page. */
  readonly part?: string;
  /** All rules by default. */
  readonly rules?: readonly string[];
}

/** Findings of a strict accessibility checker. */
export async function axeFindings(page: Page, { part, rules }: Look = {}): Promise<readonly string[]> {
  await atRest(page);
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source);
  const options = { resultTypes: ['violations'], ...(rules === undefined ? {} : { runOnly: rules }) };
  const place = part === undefined ? 'document' : JSON.stringify(part);
  const { violations } = await page.evaluate<AxeResult>(`axe.run(${place}, ${JSON.stringify(options)})`);
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0]?.html ?? ''}`);
}

/** Rules whose result can depend on the theme. */
export const colourRules = ['color-contrast', 'link-in-text-block'] as const;

/** Changes the theme as if another tab had done so: only colours change. */
export async function changeTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate(`localStorage.setItem('tollgate.theme', '${theme}'); dispatchEvent(new StorageEvent('storage'))`);
  const isChanged = (): Promise<boolean> => page.evaluate(`document.documentElement.dataset.theme === '${theme}'`);
  await waitFor(isChanged, { what: `the page is ${theme}`, everyMs: 10 });
  await atRest(page);
}
