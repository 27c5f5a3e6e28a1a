import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { contractsMax, type ContractSide } from '@tollgate/contract/requests/service-requests';
import type { ServiceRequestAnswer } from '@tollgate/contract/requests/service-requests';
import { useState } from 'react';
import { contractUrl, contractsUrl } from '../../api/contract-documents.ts';
import { uploadFile } from '../../api/http/upload-file.ts';
import { useCause } from '../../components/errors/error-state.tsx';
import { isSendable } from '../../components/forms/is-sendable.ts';
import { PdfField } from '../../components/forms/pdf-field.tsx';
import { contractTexts } from '../../components/requests/contract-texts.ts';
import { Time } from '../../components/time/time.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { FormSentence } from '../../ui/states/notice.tsx';
import { toast } from '../../ui/states/toast.tsx';
import './request-contracts.css';

interface RequestContractsProps {
  readonly request: ServiceRequestAnswer;
  /** Who views the contracts. */
  readonly side: ContractSide;
  readonly mayUpload: boolean;
  /** The query to refresh after an upload. */
  readonly queryKey: QueryKey;
}

/** Contracts of a request, with uploader and time, and an upload button. */
export function RequestContracts({ request, side, mayUpload, queryKey }: RequestContractsProps) {
  const t = useTexts(contractTexts);
  const { id, contracts, stage, account_id: accountId } = request;
  const owner = side === 'operator' ? null : accountId;
  const isOpen = stage !== 'declined' && contracts.filter((one) => one.side === side).length < contractsMax;
  if (contracts.length === 0 && !(mayUpload && isOpen)) return null;
  return (
    <section className="request-contracts" aria-label={t.title}>
      {contracts.length === 0 ? null : (
        <ul>
          {contracts.map((contract) => (
            <li key={contract.id}>
              <a href={contractUrl(id, owner, contract.id)} download>
                {t.of[contract.side]}
              </a>{' '}
              <span className="quiet">
                {t.by(contract.uploaded_by)} · <Time at={contract.uploaded_at} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {mayUpload && isOpen ? (
        <UploadForm key={contracts.length} url={contractsUrl(id, owner)} side={side} queryKey={queryKey} />
      ) : null}
    </section>
  );
}

interface UploadFormProps {
  readonly url: string;
  readonly side: ContractSide;
  readonly queryKey: QueryKey;
}

function UploadForm({ url, side, queryKey }: UploadFormProps) {
  const t = useTexts(contractTexts);
  const queries = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const upload = useMutation({
    mutationFn: (chosen: File) => uploadFile(url, chosen, { mediaType: 'application/pdf', method: 'POST' }),
    onSuccess: async () => {
      toast(t.uploaded);
      await queries.invalidateQueries({ queryKey });
    },
  });
  const fault = useCause(upload.error, 'contract');
  return (
    <form
      noValidate
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isSendable(file)) upload.mutate(file);
      }}
    >
      <PdfField
        label={t.file[side]}
        hint={t.fileHint}
        file={file}
        onChange={setFile}
        error={upload.error === null ? undefined : fault}
      />
      <FormSentence>{t.say[side]}</FormSentence>
      <div className="form-act">
        <Button type="submit" disabled={!isSendable(file)} isBusy={upload.isPending}>
          {t.upload}
        </Button>
      </div>
    </form>
  );
}
