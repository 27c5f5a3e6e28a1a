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

/** The page of all variables, generated from the list that parses them. */
export function configurationPage(): string {
  return `# Configuration

By environment variables, read once at start. All mistakes are reported together; a mistyped name is one too. Nothing has to be set.
Keys of upstreams have their usual names: [providers.md](providers.md).

## Settings

${head}
${rows(serviceSettings)}

## Bounds

Times end in \`_MS\` and are milliseconds, sizes end in \`_BYTES_MAX\`.

${head}\n${rows(limitSettings)}
`;
}
