import { hash } from 'node:crypto';
import {
  siteSettingDefinitions,
  siteSettingNames,
  type PatchSiteSettingsRequest,
  type SiteSettingName,
  type SiteSettings,
} from '@tollgate/contract/site/site-settings';
import type { Clock } from '../../platform/clock.ts';
import { auditEntry, invalid, type ControlContext } from '../../control/control-context.ts';
import { pngFault } from './png-fault.ts';
import type { Principal } from '../../control/principal.ts';
import type { SiteSettingsReader, SiteSettingsStore } from '../../control/site-settings-ports.ts';
import { requireOperator } from '../../control/within-scope.ts';

/** How long a node may not know what another one has changed. */
const knownForMs = 1_000;
/** What must be answered while the database is away waits for it so long. */
const patienceMs = 300;

/** What is kept, or the initial value where nothing is, or what another version wrote and this one cannot read. */
function settingsOf(kept: ReadonlyMap<string, string>): SiteSettings {
  const values = siteSettingNames.map((name) => {
    const { schema, initial } = siteSettingDefinitions[name];
    const text = kept.get(name);
    const read = text === undefined ? null : schema.safeParse(JSON.parse(text));
    return [name, read?.success === true ? read.data : initial] as const;
  });
  return Object.fromEntries(values) as SiteSettings;
}

/** Reads the settings, many readers at once with one question to the database, and at most once a second. */
export function createSiteSettings(store: SiteSettingsStore, clock: Clock): SiteSettingsReader {
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

/** What only looking into a value can tell. */
const faults: Partial<Readonly<Record<SiteSettingName, (value: string) => string | null>>> = {
  logo: (value) => (value === '' ? null : pngFault(Buffer.from(value, 'base64'))),
};

const shownMax = 500;

/** Long values are told by their beginning and their digest: the audit log is for people to read. */
function shown(settings: SiteSettings, names: readonly SiteSettingName[]): object {
  const cut = (value: string): string =>
    value.length <= shownMax
      ? value
      : `${value.slice(0, shownMax)}… (${String(value.length)} characters, sha256 ${hash('sha256', value, 'hex').slice(0, 16)})`;
  return Object.fromEntries(names.map((name) => [name, cut(settings[name])]));
}

/** The settings of the installation. */
export async function readSiteSettings(context: ControlContext, principal: Principal): Promise<SiteSettings> {
  requireOperator(principal, 'list of settings');
  return context.site.read();
}

/** Changes what is named. In force at once here, and within a second on every node. */
export function patchSiteSettings(
  context: ControlContext,
  principal: Principal,
  request: PatchSiteSettingsRequest,
): Promise<SiteSettings> {
  return context.changeQueue.run(async () => {
    requireOperator(principal, 'list of settings');
    const { site, stores } = context;
    const before = settingsOf(await stores.siteSettings.all());
    const after = { ...before, ...request } as SiteSettings;
    const changed = siteSettingNames.filter((name) => after[name] !== before[name]);
    for (const name of changed) {
      const fault = faults[name]?.(after[name]) ?? null;
      if (fault !== null) throw invalid(name, fault);
    }
    if (changed.length === 0) return before;
    const note = {
      action: 'site.patch',
      objectKind: 'site',
      objectId: 'settings',
      before: shown(before, changed),
      after: shown(after, changed),
    };
    const values = new Map(changed.map((name) => [name, JSON.stringify(after[name])]));
    await stores.siteSettings.put(values, auditEntry(context, principal, note));
    site.forget();
    return after;
  });
}
