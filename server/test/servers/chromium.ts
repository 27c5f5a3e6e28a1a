import { join } from 'node:path';
import { chromium as driver, type Browser } from 'playwright-core';
import { findPrograms } from './find-program.ts';
import type { ServerProgram } from './needed-server.ts';

/** The same engine twice; the headless one comes first, because its pages use a quarter less CPU. */
const programs = ['chromium-headless-shell', 'chromium'];

function program(): string | null {
  for (const name of programs) {
    const folder = findPrograms([name]);
    if (folder !== null) return join(folder, name);
  }
  return null;
}

/** The browser for tests of pages. */
export const chromium: ServerProgram = {
  name: 'Chromium',
  installedBy: 'apt-get install chromium-headless-shell',
  isInstalled: () => program() !== null,
};

/** Starts it with an empty profile, and without the browser's own background requests. */
export function startChromium(): Promise<Browser> {
  return driver.launch({
    executablePath: program() ?? '',
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
      ...['--disable-background-networking', '--disable-component-update', '--force-prefers-reduced-motion'],
      // Pages live only for a second or two here, so optimising their code costs more CPU than it saves.
      '--js-flags=--no-opt,--no-maglev',
    ],
  });
}
