import { useQuery } from '@tanstack/react-query';
import { routeName } from '@tollgate/contract/catalogue/route-name';
import { objectWords } from '@tollgate/contract/site/object-words';
import type { AuditLogAnswer } from '@tollgate/contract/site/reports';
import type { ReactNode } from 'react';
import { operatorSiteApi } from '../../../api/clients/operator-site.ts';
import { useList } from '../../../api/http/use-list.ts';
import { providersQuery } from '../../../api/providers.ts';
import { Filter } from '../../../components/filters/filter.tsx';
import { RangeFilter, rangeOf } from '../../../components/filters/range-filter.tsx';
import { SearchField } from '../../../components/filters/search-field.tsx';
import { PageHead } from '../../../components/head/page-head.tsx';
import { useAddressState, type Query } from '../../../components/links/address-state.ts';
import { useActorWords } from '../../../components/people/use-actor-words.ts';
import type { Column } from '../../../components/tables/data-table-props.ts';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { useZoneName } from '../../../components/time/time-text.ts';
import { Time } from '../../../components/time/time.tsx';
import { useLanguage, useTexts } from '../../../i18n/texts.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Fact, Sheet } from '../../../ui/sheet.tsx';
import { DetailDrawer } from '../../../ui/windows/drawer.tsx';
import { changesOf, type Change } from './changes-of.ts';
import './operator-audit.css';
import { texts } from './texts.ts';

type Entry = AuditLogAnswer;

const names = ['object_kind', 'object_id', 'actor', 'action'] as const;
const kinds = ['account', 'key', 'sub-account', 'plan', 'model', 'provider', 'operator', 'mail'] as const;

function filterOf(query: Query): Partial<Record<(typeof names)[number], string>> {
  return Object.fromEntries(names.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]])));
}

function useEntries(query: Query) {
  const filter = filterOf(query);
  const { range, from, to } = query;
  return useList(['operator', 'audit', filter, { range, from, to }], (page, signal) => {
    const span = rangeOf(query, '90d');
    const times = { from: span.from, ...(span.to === undefined ? {} : { to: span.to }) };
    return operatorSiteApi.listAuditLog({ query: { ...filter, ...times, ...page }, signal });
  });
}

function useColumns(): readonly Column<Entry>[] {
  const t = useTexts(texts);
  const zone = useZoneName();
  const actorOf = useActorWords();
  const language = useLanguage();
  return [
    {
      id: 'time',
      head: (
        <>
          {t.time} <span className="quiet">{zone}</span>
        </>
      ),
      width: '180px',
      cell: ({ at }) => <Time at={at} />,
    },
    { id: 'actor', head: t.actor, cell: ({ actor }) => <span className="cut">{actorOf(actor)}</span> },
    { id: 'action', head: t.action, cell: ({ action }) => <code>{action}</code> },
    {
      id: 'object',
      head: t.object,
      cell: (entry) => (
        <span className="cut">
          {objectWords(entry.object_kind, language)} <code className="quiet">{entry.object_id}</code>
        </span>
      ),
    },
    { id: 'changed', head: t.changed, isOptional: true, cell: (entry) => <Changed entry={entry} /> },
    { id: 'source', head: t.source, isOptional: true, width: '140px', cell: (entry) => <code>{entry.source_ip}</code> },
  ];
}

function Changed({ entry }: { readonly entry: Entry }) {
  const changes = changesOf(entry.before, entry.after);
  return <span className="cut quiet">{changes.map(({ field }) => field).join(', ')}</span>;
}

/** All changes, with actor and with the values before and after. */
export function ChangesList({ views }: { readonly views: ReactNode }) {
  const t = useTexts(texts);
  const { query, set, with: changed } = useAddressState();
  const list = useEntries(query);
  const columns = useColumns();
  const actorOf = useActorWords();
  const language = useLanguage();
  const open = list.rows?.find(({ seq }) => seq === query.entry);
  const isNarrowed = names.some((name) => query[name] !== undefined);
  const clear = (
    <Button
      onClick={() => {
        set(Object.fromEntries(names.map((name) => [name, undefined])));
      }}
    >
      {t.clear}
    </Button>
  );
  return (
    <>
      <PageHead title={t.title}>
        {views}
        <RangeFilter usual="90d" />
        <Filter
          name="object_kind"
          label={t.kind}
          all={t.all}
          options={kinds.map((kind) => ({ value: kind, label: objectWords(kind, language) }))}
        />
        {(['actor', 'action'] as const).map((name) =>
          query[name] === undefined ? null : <Filter key={name} name={name} label={t[name]} all={t.all} options={[]} />,
        )}
        <SearchField name="object_id" label={t.search} />
        {isNarrowed ? clear : null}
      </PageHead>
      <Sheet className="audit">
        <DataTable
          label={t.title}
          columns={columns}
          {...list}
          rowKey={({ seq }) => seq}
          linkOf={({ seq }) => changed({ entry: seq })}
          openKey={query.entry}
          narrow={(entry) => (
            <>
              <span className="l1">
                <code className="cut">{entry.action}</code>
                <span className="quiet">
                  <Time at={entry.at} form="ago" />
                </span>
              </span>
              <span className="l2">
                <span className="cut">{entry.object_id}</span>
                <span className="quiet cut">{actorOf(entry.actor)}</span>
              </span>
            </>
          )}
          failed={t.failed}
          empty={isNarrowed ? t.emptyFiltered : t.empty}
          emptyAction={isNarrowed ? clear : undefined}
        />
      </Sheet>
      {open === undefined ? null : (
        <EntryDrawer
          entry={open}
          onClose={() => {
            set({ entry: undefined });
          }}
        />
      )}
    </>
  );
}

function EntryDrawer({ entry, onClose }: { readonly entry: Entry; readonly onClose: () => void }) {
  const t = useTexts(texts);
  const actorOf = useActorWords();
  const language = useLanguage();
  const changes = changesOf(entry.before, entry.after);
  const facts: readonly (readonly [string, string])[] = [
    [t.actor, actorOf(entry.actor)],
    [t.object, `${objectWords(entry.object_kind, language)} ${entry.object_id}`],
    [t.source, entry.source_ip ?? t.none],
  ];
  return (
    <DetailDrawer
      label={t.sequence(entry.seq)}
      title={<code>{entry.action}</code>}
      sub={
        <span className="quiet">
          <Time at={entry.at} /> · {t.sequence(entry.seq)}
        </span>
      }
      onClose={onClose}
      foot={
        <span className="grow quiet wide">
          <kbd>J</kbd> <kbd>K</kbd> {t.previousNext}
        </span>
      }
    >
      <dl className="facts">
        {facts.map(([label, value]) => (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ))}
      </dl>
      {changes.length === 0 ? <p className="quiet">{t.unchanged}</p> : <Changes changes={changes} />}
    </DetailDrawer>
  );
}

/** A value as stored; before the ID of a route, the name of its provider and its region. */
function useShownValue(): (field: string, value: string) => ReactNode {
  const language = useLanguage();
  const { data: providers = [] } = useQuery(providersQuery);
  return (field, value) => {
    const provider =
      field === 'preferred_route' ? providers.find(({ routes }) => routes.some(({ id }) => id === value)) : undefined;
    const route = provider?.routes.find(({ id }) => id === value);
    if (provider === undefined || route === undefined) return value;
    return (
      <>
        {routeName(`${provider.name}/${route.region}`, language)} <code className="quiet">{value}</code>
      </>
    );
  };
}

function Changes({ changes }: { readonly changes: readonly Change[] }) {
  const t = useTexts(texts);
  const shown = useShownValue();
  return (
    <table className="changes">
      <thead>
        <tr>
          <th scope="col">{t.field}</th>
          <th scope="col">{t.before}</th>
          <th scope="col">{t.after}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">
              <code>{field}</code>
            </th>
            <td>{before === null ? <span className="quiet">–</span> : <del>{shown(field, before)}</del>}</td>
            <td>{after === null ? <span className="quiet">–</span> : <ins>{shown(field, after)}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
