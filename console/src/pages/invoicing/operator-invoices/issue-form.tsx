import { useMutation, useQueryClient } from '@tanstack/react-query';
import { invoiceFormats } from '@tollgate/contract/invoicing/invoicing';
import type { AdminInvoice } from '@tollgate/contract/invoicing/operator-invoices';
import { operatorInvoicingPaths } from '@tollgate/contract/invoicing/operator-paths';
import { uploadBytesMax } from '@tollgate/contract/uploads';
import { useState } from 'react';
import { operatorInvoicingApi } from '../../../api/clients/operator-invoicing.ts';
import { urlOf } from '../../../api/http/client.ts';
import { uploadFile } from '../../../api/http/upload-file.ts';
import { useCause } from '../../../components/errors/error-state.tsx';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { useRefused } from '../../../components/errors/use-refused.ts';
import { useOperatorStep } from '../../../components/forms/use-operator-step.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { FileInput } from '../../../ui/forms/file-input.tsx';
import { Field, TextField } from '../../../ui/forms/text-field.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { texts } from './texts.ts';

type Invoice = AdminInvoice;

/** Marks an invoice as issued, with its number: files for an electronic invoice, the courier for a paper one. */
export function IssueForm({ invoice }: { readonly invoice: Invoice }) {
  const t = useTexts(texts);
  const [number, setNumber] = useState('');
  const [day, setDay] = useState('');
  const [courier, setCourier] = useState('');
  const [tracking, setTracking] = useState('');
  const isPaper = invoice.type === 'paper_special';
  const isReady = number.trim() !== '' && (isPaper ? courier.trim() !== '' && tracking.trim() !== '' : invoice.files.length > 0);
  const issue = useOperatorStep(t.done, () =>
    operatorInvoicingApi.issueInvoice({
      params: { id: invoice.id },
      body: {
        number: number.trim(),
        ...(day === '' ? {} : { issued_on: day }),
        ...(isPaper ? { courier: courier.trim(), tracking_number: tracking.trim() } : {}),
      },
    }),
  );
  const refusedOf = useRefused(issue.error, 'issue');
  return (
    <>
      {isPaper ? null : <FileForm invoice={invoice} />}
      <form
        noValidate
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) issue.mutate();
        }}
      >
        <TextField
          label={t.number}
          value={number}
          onChange={setNumber}
          maxLength={20}
          inputMode="numeric"
          autoComplete="off"
          error={refusedOf('number')}
        />
        <TextField label={t.issuedOn} type="date" value={day} onChange={setDay} error={refusedOf('issued_on')} />
        {isPaper ? (
          <>
            <TextField label={t.courier} value={courier} onChange={setCourier} maxLength={40} error={refusedOf('courier')} />
            <TextField
              label={t.tracking}
              value={tracking}
              onChange={setTracking}
              maxLength={40}
              autoComplete="off"
              error={refusedOf('tracking_number')}
            />
          </>
        ) : null}
        <FormFault error={issue.error} form="issue" />
        <div className="form-act">
          <Button look="primary" type="submit" disabled={!isReady} isBusy={issue.isPending}>
            {t.issue}
          </Button>
        </div>
      </form>
    </>
  );
}

function FileForm({ invoice: { id, files } }: { readonly invoice: Invoice }) {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const ending = file?.name.toLowerCase().split('.').pop();
  const format = invoiceFormats.find((each) => each === ending);
  const isFit = file !== null && format !== undefined && file.size <= uploadBytesMax;
  const upload = useMutation({
    mutationFn: (chosen: File) =>
      uploadFile(urlOf(operatorInvoicingPaths.uploadInvoiceFile, { id, format: format ?? 'pdf' }), chosen, {
        mediaType: 'application/octet-stream',
      }),
    onSuccess: async () => {
      toast(t.uploaded);
      await queries.invalidateQueries({ queryKey: ['operator'] });
    },
  });
  const fault = useCause(upload.error);
  return (
    <form
      noValidate
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isFit) upload.mutate(file);
      }}
    >
      <Field
        label={t.file}
        note={files.map((each) => each.format.toUpperCase()).join(' · ') || undefined}
        hint={t.fileHint}
        error={upload.error === null ? undefined : fault}
      >
        {(ids) => <FileInput {...ids} accept=".pdf,.ofd,.xml" file={file} onChange={setFile} />}
      </Field>
      <div className="form-act">
        <Button type="submit" disabled={!isFit} isBusy={upload.isPending}>
          {t.uploadFile}
        </Button>
      </div>
    </form>
  );
}
