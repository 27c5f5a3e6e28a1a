import { join } from 'node:path';
import { chromium as driver, type Browser } from 'playwright-core';
import { findPrograms } from './find-program.ts';
import type { ServerProgram } from './needed-server.ts';

/** The same engine twice, the one without windows first: pages in it take a quarter less of the processor. */
const programs = ['chromium-headless-shell', 'chromium'];

function program(): string | null {
  for (const name of programs) {
    const folder = findPrograms([name]);
    if (folder !== null) return join(folder, name);
  }
  return null;
}

/** The browser that pages are looked at with. */
export const chromium: ServerProgram = {
  name: 'Chromium',
  installedBy: 'apt-get install chromium-headless-shell',
  isInstalled: () => program() !== null,
};

/** Starts it with an empty profile, and without the browser's own requests to its maker. */
export function startChromium(): Promise<Browser> {
  return driver.launch({
    executablePath: program() ?? '',
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
      ...['--disable-background-networking', '--disable-component-update', '--force-prefers-reduced-motion'],
      // A page lives for a second or two here: to optimise its code takes more of the processor than it saves.
      '--js-flags=--no-opt,--no-maglev',
    ],
  });
}
