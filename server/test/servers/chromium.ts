import { join } from 'node:path';
import { chromium as driver, type Browser } from 'playwright-core';
import { findPrograms } from './find-program.ts';
import type { ServerProgram } from './needed-server.ts';

/** The browser that pages are looked at with. */
export const chromium: ServerProgram = {
  name: 'Chromium',
  installedBy: 'apt-get install chromium',
  isInstalled: () => findPrograms(['chromium']) !== null,
};

/** Starts it, with nothing of anybody's own in it, and without the talk to its maker that a browser begins by itself. */
export function startChromium(): Promise<Browser> {
  return driver.launch({
    executablePath: join(findPrograms(['chromium']) ?? '', 'chromium'),
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
      ...['--disable-background-networking', '--disable-component-update', '--force-prefers-reduced-motion'],
    ],
  });
}
