import { useQuery } from '@tanstack/react-query';
import type { AdminContractDocument } from '@tollgate/contract/requests/contract-documents';
import { adminContractDocumentsQuery } from '../../../api/contract-documents.ts';
import { useSession } from '../../../api/session.ts';
import { useAddressState } from '../../../components/links/address-state.ts';
import { contractTexts } from '../../../components/requests/contract-texts.ts';
import { requestTexts } from '../../../components/requests/request-texts.ts';
import type { Column } from '../../../components/tables/data-table-props.ts';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { Time } from '../../../components/time/time.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { DocumentDrawer } from './document-drawer.tsx';
import { documentTexts } from './document-texts.ts';

/** Replaces the id of a document that does not exist yet. */
const another = 'new';

/** Contracts offered with channels and deployments. */
export function Documents() {
  const t = useTexts(documentTexts);
  const { operator } = useSession();
  const { query, set, with: changed } = useAddressState();
  const { data, error, refetch } = useQuery(adminContractDocumentsQuery);
  const mayChange = operator === 'administrator';
  const open = (id: string | undefined): void => {
    set({ document: id });
  };
  const edited = data?.find(({ id }) => id === query.document);
  const adding = (
    <Button
      onClick={() => {
        open(another);
      }}
    >
      {t.add}
    </Button>
  );
  return (
    <>
      <Sheet title={t.title} note={t.note} right={mayChange ? adding : undefined}>
        <DataTable
          label={t.title}
          columns={useColumns()}
          rows={data}
          rowKey={({ id }) => id}
          linkOf={({ id }) => changed({ document: id })}
          openKey={query.document}
          narrow={(row) => <Narrow row={row} />}
          error={error}
          onRetry={() => void refetch()}
          failed={t.failed}
          empty={t.empty}
        />
      </Sheet>
      {edited !== undefined || (mayChange && query.document === another) ? (
        <DocumentDrawer
          key={query.document}
          before={edited ?? null}
          mayChange={mayChange}
          onClose={() => {
            open(undefined);
          }}
        />
      ) : null}
    </>
  );
}

function Narrow({ row }: { readonly row: AdminContractDocument }) {
  const words = useTexts(requestTexts);
  const contracts = useTexts(contractTexts);
  return (
    <>
      <span className="l1">
        <b className="cut">{row.title}</b>
        <span>{contracts.languages[row.locale]}</span>
      </span>
      <span className="l2">
        <span className="cut">{words.kinds[row.kind]}</span>
        <span>{row.version_on}</span>
      </span>
    </>
  );
}

function useColumns(): readonly Column<AdminContractDocument>[] {
  const t = useTexts(documentTexts);
  const words = useTexts(requestTexts);
  const contracts = useTexts(contractTexts);
  return [
    { id: 'name', head: t.name, cell: ({ title }) => <b className="cut">{title}</b> },
    { id: 'kind', head: t.kind, isOptional: true, cell: ({ kind }) => words.kinds[kind] },
    { id: 'language', head: t.language, width: '90px', cell: ({ locale }) => contracts.languages[locale] },
    { id: 'version', head: t.version, width: '120px', cell: ({ version_on: version }) => version },
    { id: 'uploaded', head: t.uploaded, isOptional: true, width: '170px', cell: ({ uploaded_at: at }) => <Time at={at} /> },
  ];
}
