import { hash } from 'node:crypto';
import {
  siteSettingNames,
  type PatchSiteSettingsRequest,
  type SiteSettingName,
  type SiteSettings,
} from '@tollgate/contract/site/site-settings';
import { auditEntry, invalid, type ControlContext } from '../../control/control-context.ts';
import { pngFault } from './png-fault.ts';
import type { Principal } from '../../control/principal.ts';
import { requireOperator } from '../../control/within-scope.ts';
import { settingsOf } from '../../control/site-settings-reader.ts';

/** Faults that appear only when the value is parsed. */
const faults: Partial<Readonly<Record<SiteSettingName, (value: string) => string | null>>> = {
  logo: (value) => (value === '' ? null : pngFault(Buffer.from(value, 'base64'))),
};

const shownMax = 500;

/** Shortens long values to their start and a digest, because people read the audit log. */
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

/** Changes the given settings. Applies at once on this node, and within a second on all others. */
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
