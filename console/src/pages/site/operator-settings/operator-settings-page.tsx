import { useQuery } from '@tanstack/react-query';
import { siteSettingGroups, type SiteSettingGroup } from '@tollgate/contract/site/site-settings';
import { operatorSiteApi } from '../../../api/clients/operator-site.ts';
import { useSession } from '../../../api/session.ts';
import { Loading } from '../../../components/errors/error-state.tsx';
import { PageHead } from '../../../components/head/page-head.tsx';
import { useAddressState } from '../../../components/links/address-state.ts';
import { useLanguage, useTexts } from '../../../i18n/texts.ts';
import { Segments } from '../../../ui/forms/segments.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { calendarTexts } from './calendar-texts.ts';
import { documentTexts } from './document-texts.ts';
import { Documents } from './documents.tsx';
import { names } from './names.ts';
import './operator-settings.css';
import { SettingsForm } from './settings-form.tsx';
import { texts } from './texts.ts';
import { WorkingYears } from './working-years.tsx';

/** A group in addition to those of the settings. */
const calendarGroup = 'calendar';
const contractsGroup = 'contracts';

/** The settings of this installation, for operators. */
export default function OperatorSettingsPage() {
  const t = useTexts(texts);
  const said = names[useLanguage()];
  const { query, set } = useAddressState();
  const calendar = useTexts(calendarTexts);
  const contracts = useTexts(documentTexts);
  const beside = [calendarGroup, contractsGroup].find((name) => name === query.group);
  const group = siteSettingGroups.find((name) => name === query.group) ?? 'site';
  return (
    <>
      <PageHead title={t.title}>
        <Segments
          label={t.title}
          value={beside ?? group}
          options={[
            ...siteSettingGroups.map((name) => ({ value: name, label: said.groups[name] })),
            { value: contractsGroup, label: contracts.tab },
            { value: calendarGroup, label: calendar.tab },
          ]}
          onChange={(next) => {
            set({ group: next, year: undefined, import: undefined, document: undefined });
          }}
          className="settings-groups"
        />
      </PageHead>
      {beside === calendarGroup ? <WorkingYears /> : beside === contractsGroup ? <Documents /> : <Settings group={group} />}
    </>
  );
}

function Settings({ group }: { readonly group: SiteSettingGroup }) {
  const t = useTexts(texts);
  const said = names[useLanguage()];
  const { operator } = useSession();
  const settings = useQuery({
    queryKey: ['operator', 'site-settings'],
    queryFn: () => operatorSiteApi.readSiteSettings(),
  });
  const { data, error, refetch } = settings;
  return (
    <>
      {operator === 'administrator' ? null : <Notice>{t.readOnly}</Notice>}
      <Sheet title={said.groups[group]} isPadded>
        {data !== undefined ? (
          <SettingsForm key={group} group={group} settings={data} mayChange={operator === 'administrator'} />
        ) : (
          <Loading of={{ error, refetch }} what={t.failed} height={320} />
        )}
      </Sheet>
    </>
  );
}
