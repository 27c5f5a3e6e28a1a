import { useQuery } from '@tanstack/react-query';
import type { RequestKind } from '@tollgate/contract/requests/service-requests';
import { contractDocumentsQuery, documentFile } from '../../../api/contract-documents.ts';
import { contractTexts } from '../../../components/requests/contract-texts.ts';
import { useTexts } from '../../../i18n/texts.ts';

/** The contracts offered with a kind of request, to read before requesting; empty if there are none. */
export function OfferedContracts({ kind }: { readonly kind: RequestKind }) {
  const t = useTexts(contractTexts);
  const documents = (useQuery(contractDocumentsQuery).data ?? []).filter((one) => one.kind === kind);
  if (documents.length === 0) return null;
  return (
    <ul className="offered-contracts" aria-label={t.title}>
      {documents.map(({ id, title, locale, version_on: version }) => (
        <li key={id}>
          <a href={documentFile('console', id)} download>
            {title}
          </a>{' '}
          <span className="quiet">
            {t.languages[locale]} · {t.version(version)} · PDF
          </span>
        </li>
      ))}
    </ul>
  );
}
