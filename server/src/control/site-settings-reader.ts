import { siteSettingDefinitions, siteSettingNames, type SiteSettings } from '@tollgate/contract/site/site-settings';
import type { Clock } from '../platform/clock.ts';
import type { SiteSettingsReader, SiteSettingsStore } from './site-settings-ports.ts';

/** How long a node may miss a change made by another one. */
const knownForMs = 1_000;

/** How long responses that must work without the database wait for it. */
const patienceMs = 300;

/** The stored value. If there is none, or another version wrote it and this one cannot read it, the initial value. */
export function settingsOf(kept: ReadonlyMap<string, string>): SiteSettings {
  const values = siteSettingNames.map((name) => {
    const { schema, initial } = siteSettingDefinitions[name];
    const text = kept.get(name);
    const read = text === undefined ? null : schema.safeParse(JSON.parse(text));
    return [name, read?.success === true ? read.data : initial] as const;
  });
  return Object.fromEntries(values) as SiteSettings;
}

/** Reads the settings. Concurrent readers share one query, and there is at most one per second. */
export function createSiteSettingsReader(store: SiteSettingsStore, clock: Clock): SiteSettingsReader {
  let last = settingsOf(new Map());
  let known: { readonly untilMs: number; readonly settings: Promise<SiteSettings> } | null = null;
  const read = (): Promise<SiteSettings> => {
    const nowMs = clock.monotonicMs();
    if (known !== null && nowMs < known.untilMs) return known.settings;
    const asked = { untilMs: nowMs + knownForMs, settings: store.all().then((kept) => (last = settingsOf(kept))) };
    known = asked;
    asked.settings.catch(() => {
      if (known === asked) known = null;
    });
    return asked.settings;
  };
  return {
    read,
    lastKnown() {
      return new Promise((resolve) => {
        const giveUp = clock.after(patienceMs, () => {
          resolve(last);
        });
        const answer = (): void => {
          giveUp();
          resolve(last);
        };
        read().then(answer, answer);
      });
    },
    forget() {
      known = null;
    },
  };
}
