import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Locale } from '@tollgate/contract/enumerations';
import type { AdminContractDocument } from '@tollgate/contract/requests/contract-documents';
import { operatorRequestsPaths } from '@tollgate/contract/requests/operator-paths';
import { requestKinds, type RequestKind } from '@tollgate/contract/requests/service-requests';
import { useState } from 'react';
import { operatorRequestsApi } from '../../../api/clients/operator-requests.ts';
import { adminContractDocumentsQuery, documentFile } from '../../../api/contract-documents.ts';
import { urlOf } from '../../../api/http/client.ts';
import { uploadFile } from '../../../api/http/upload-file.ts';
import { useCause } from '../../../components/errors/error-state.tsx';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { isSendable } from '../../../components/forms/is-sendable.ts';
import { PdfField } from '../../../components/forms/pdf-field.tsx';
import { contractTexts } from '../../../components/requests/contract-texts.ts';
import { requestTexts } from '../../../components/requests/request-texts.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { ActButton } from '../../../ui/buttons/act-button.tsx';
import { Segments } from '../../../ui/forms/segments.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { FormSentence } from '../../../ui/states/notice.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { SubmitDrawer } from '../../../ui/windows/submit-drawer.tsx';
import { documentTexts } from './document-texts.ts';

interface DocumentDrawerProps {
  /** `null` for a new contract. */
  readonly before: AdminContractDocument | null;
  readonly mayChange: boolean;
  readonly onClose: () => void;
}

interface Wanted {
  readonly kind: RequestKind;
  readonly locale: Locale;
  readonly title: string;
  readonly version: string;
}

function send(before: AdminContractDocument | null, { kind, locale, title, version }: Wanted, file: File): Promise<void> {
  const said = { title: title.trim(), version_on: version };
  const mediaType = 'application/pdf';
  if (before === null) {
    const url = urlOf(operatorRequestsPaths.addContractDocument, {}, { kind, locale, ...said });
    return uploadFile(url, file, { mediaType, method: 'POST' });
  }
  return uploadFile(urlOf(operatorRequestsPaths.replaceContractDocument, { id: before.id }, said), file, { mediaType });
}

function wantedOf(before: AdminContractDocument | null): Wanted {
  if (before === null) return { kind: 'dedicated', locale: 'zh', title: '', version: '' };
  const { kind, locale, title, version_on: version } = before;
  return { kind, locale, title, version };
}

/** Offers a new contract, or a new version of one. */
export function DocumentDrawer({ before, mayChange, onClose }: DocumentDrawerProps) {
  const t = useTexts(documentTexts);
  const queries = useQueryClient();
  const [wanted, setWanted] = useState(wantedOf(before));
  const [file, setFile] = useState<File | null>(null);
  const isReady = wanted.title.trim() !== '' && wanted.version !== '' && isSendable(file);
  const saving = useMutation({
    mutationFn: (chosen: File) => send(before, wanted, chosen),
    onSuccess: async () => {
      toast(t.saved);
      onClose();
      await queries.invalidateQueries({ queryKey: adminContractDocumentsQuery.queryKey });
    },
  });
  const fault = useCause(saving.error, 'contract');
  const title = before?.title ?? t.add;
  return (
    <SubmitDrawer
      title={title}
      submit={before === null ? t.save : t.replace}
      isReady={isReady && mayChange}
      isBusy={saving.isPending}
      onClose={onClose}
      onSubmit={() => {
        if (isSendable(file)) saving.mutate(file);
      }}
    >
      {before === null ? null : <Offered document={before} mayChange={mayChange} onClose={onClose} />}
      {before === null ? <Choices wanted={wanted} onChange={setWanted} /> : null}
      <TextField
        label={t.name}
        value={wanted.title}
        maxLength={100}
        onChange={(text) => {
          setWanted({ ...wanted, title: text });
        }}
      />
      <TextField
        label={t.version}
        type="date"
        value={wanted.version}
        onChange={(version) => {
          setWanted({ ...wanted, version });
        }}
      />
      <PdfField
        label={t.file}
        hint={t.fileHint}
        file={file}
        onChange={setFile}
        error={saving.error === null ? undefined : fault}
      />
      <FormSentence>{t.say}</FormSentence>
    </SubmitDrawer>
  );
}

interface OfferedProps {
  readonly document: AdminContractDocument;
  readonly mayChange: boolean;
  readonly onClose: () => void;
}

/** The currently offered version. */
function Offered({ document: { id }, mayChange, onClose }: OfferedProps) {
  const t = useTexts(documentTexts);
  const queries = useQueryClient();
  const removing = useMutation({
    mutationFn: () => operatorRequestsApi.removeContractDocument({ params: { id } }),
    onSuccess: async () => {
      toast(t.removed);
      onClose();
      await queries.invalidateQueries({ queryKey: adminContractDocumentsQuery.queryKey });
    },
  });
  return (
    <>
      <div className="form-act">
        <a className="btn" href={documentFile('admin', id)} download>
          {t.download}
        </a>
        {mayChange ? (
          <ActButton look="danger" act={removing}>
            {t.remove}
          </ActButton>
        ) : null}
      </div>
      <FormFault error={removing.error} />
    </>
  );
}

function Choices({ wanted, onChange }: { readonly wanted: Wanted; readonly onChange: (wanted: Wanted) => void }) {
  const t = useTexts(documentTexts);
  const words = useTexts(requestTexts);
  const contracts = useTexts(contractTexts);
  return (
    <>
      <Segments
        label={t.kind}
        value={wanted.kind}
        options={requestKinds.map((kind) => ({ value: kind, label: words.kinds[kind] }))}
        onChange={(kind) => {
          onChange({ ...wanted, kind });
        }}
      />
      <Segments
        label={t.language}
        value={wanted.locale}
        options={(['zh', 'en'] as const).map((locale) => ({ value: locale, label: contracts.languages[locale] }))}
        onChange={(locale) => {
          onChange({ ...wanted, locale });
        }}
      />
    </>
  );
}
