import type { Setting } from '../../src/config/setting.ts';
import { limitSettings, serviceSettings } from '../../src/config/settings.ts';

function rows(settings: Readonly<Record<string, Setting<unknown>>>): string {
  return Object.values(settings)
    .map(
      ({ name, fallback, meaning }) =>
        `| \`${name}\` | ${fallback === null || fallback === '' ? '' : `\`${fallback}\``} | ${meaning} |`,
    )
    .join('\n');
}

const head = '| Variable | Default | Meaning |\n| --- | --- | --- |';

/** Tables of every variable, made from the list that reads them. */
export function settingsTable(): string {
  return `${head}\n${rows(serviceSettings)}\n\nBounds, all with a default:\n\n${head}\n${rows(limitSettings)}\n`;
}
