import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { licenceTypes, type VerificationState } from '@tollgate/contract/invoicing/invoicing';
import { hasRight } from '@tollgate/contract/people/rights';
import { uploadBytesMax } from '@tollgate/contract/uploads';
import { useState } from 'react';
import { invoicingApi } from '../../../api/clients/invoicing.ts';
import { useAccount } from '../../../api/current-account.ts';
import { uploadFile } from '../../../api/http/upload-file.ts';
import { Loading, useCause } from '../../../components/errors/error-state.tsx';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { isAtField, useRefused } from '../../../components/errors/use-refused.ts';
import { PageHead } from '../../../components/head/page-head.tsx';
import { AppLink } from '../../../components/links/app-link.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { ActButton } from '../../../ui/buttons/act-button.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { FileInput } from '../../../ui/forms/file-input.tsx';
import { Field, TextField } from '../../../ui/forms/text-field.tsx';
import { Fact, Sheet } from '../../../ui/sheet.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { invoicesKey, licenceFile, verificationQuery, type Verification } from '../invoices.ts';
import './invoices.css';
import { texts } from './texts.ts';

/** Fields that show their own errors. */
const shownAt = ['name', 'tax_number'];

const underWay: readonly VerificationState[] = ['awaiting_licence', 'submitted'];
const ended: readonly VerificationState[] = ['rejected', 'withdrawn'];

type Shown = { readonly in_force: Verification | null; readonly latest: Verification | null };

/** The verified enterprise of the account, or the missing steps. */
export default function VerificationPage() {
  const t = useTexts(texts);
  const account = useAccount();
  const { data, error, refetch } = useQuery({ ...verificationQuery(account.id), refetchInterval: 60_000 });
  const head = <PageHead title={t.verification} crumb={<AppLink to={paths.invoices}>{t.title}</AppLink>} />;
  if (data !== undefined)
    return (
      <>
        {head}
        <Known shown={data} mayWrite={hasRight('money.write', account.role, account.sub_account_id !== null)} />
      </>
    );
  return (
    <>
      {head}
      <Sheet isPadded>
        <Loading of={{ error, refetch }} what={t.verificationFailed} height={220} />
      </Sheet>
    </>
  );
}

function Known({ shown: { in_force: inForce, latest }, mayWrite }: { readonly shown: Shown; readonly mayWrite: boolean }) {
  const t = useTexts(texts);
  const [isRenewed, setRenewed] = useState(false);
  const state = latest?.state ?? 'withdrawn';
  const begins = mayWrite && (isRenewed ? !underWay.includes(state) : ended.includes(state));
  return (
    <>
      {inForce === null ? null : <Notice>{t.inForce(`${inForce.name}, ${inForce.tax_number}`)}</Notice>}
      {state === 'rejected' ? <Notice>{t.refused(latest?.reason ?? '')}</Notice> : null}
      <Sheet title={t.verification} isPadded>
        {begins ? (
          <BeginForm
            latest={latest}
            onBegun={() => {
              setRenewed(false);
            }}
          />
        ) : latest === null ? (
          <p>{t.verifyIntro}</p>
        ) : (
          <UnderWay
            latest={latest}
            mayWrite={mayWrite}
            onRenew={() => {
              setRenewed(true);
            }}
          />
        )}
      </Sheet>
    </>
  );
}

function BeginForm({ latest, onBegun }: { readonly latest: Verification | null; readonly onBegun: () => void }) {
  const t = useTexts(texts);
  const { id: accountId } = useAccount();
  const queries = useQueryClient();
  const [name, setName] = useState(latest?.name ?? '');
  const [code, setCode] = useState(latest?.tax_number ?? '');
  const begin = useMutation({
    mutationFn: () =>
      invoicingApi.beginVerification({ params: { accountId }, body: { name: name.trim(), tax_number: code.trim() } }),
    onSuccess: async () => {
      onBegun();
      await queries.invalidateQueries({ queryKey: invoicesKey(accountId) });
    },
  });
  const refusedOf = useRefused(begin.error, 'verification');
  return (
    <form
      noValidate
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        begin.mutate();
      }}
    >
      <p className="quiet">{t.verifyIntro}</p>
      <TextField label={t.companyName} value={name} onChange={setName} maxLength={100} error={refusedOf('name')} />
      <TextField
        label={t.code}
        value={code}
        onChange={setCode}
        maxLength={40}
        autoComplete="off"
        error={refusedOf('tax_number')}
      />
      {isAtField(begin.error, shownAt) ? null : <FormFault error={begin.error} form="verification" />}
      <div className="form-act">
        <Button look="primary" type="submit" disabled={name.trim() === '' || code.trim() === ''} isBusy={begin.isPending}>
          {t.next}
        </Button>
      </div>
    </form>
  );
}

interface UnderWayProps {
  readonly latest: Verification;
  readonly mayWrite: boolean;
  readonly onRenew: () => void;
}

function UnderWay({ latest, mayWrite, onRenew }: UnderWayProps) {
  const t = useTexts(texts);
  const { id: accountId } = useAccount();
  const queries = useQueryClient();
  const withdraw = useMutation({
    mutationFn: () => invoicingApi.withdrawVerification({ params: { accountId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: invoicesKey(accountId) }),
  });
  const isUnderWay = latest.state === 'awaiting_licence' || latest.state === 'submitted';
  return (
    <div className="form">
      <dl className="facts">
        <Fact label={t.companyName}>{latest.name}</Fact>
        <Fact label={t.code}>
          <code>{latest.tax_number}</code>
        </Fact>
      </dl>
      {latest.state === 'awaiting_licence' && mayWrite ? <LicenceForm /> : null}
      {latest.state === 'submitted' ? (
        <p>
          {t.waiting}
          {latest.expected === null ? null : ` · ${t.until(latest.expected.to)}`}
        </p>
      ) : null}
      <div className="form-act">
        {latest.licence === null ? null : (
          <a className="btn" href={licenceFile(accountId)} download>
            {t.seeLicence}
          </a>
        )}
        {mayWrite && isUnderWay ? <ActButton act={withdraw}>{t.withdrawVerification}</ActButton> : null}
        {mayWrite && !isUnderWay ? <Button onClick={onRenew}>{t.renew}</Button> : null}
      </div>
    </div>
  );
}

function LicenceForm() {
  const t = useTexts(texts);
  const { id: accountId } = useAccount();
  const queries = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const isTooLarge = file !== null && file.size > uploadBytesMax;
  const upload = useMutation({
    mutationFn: async (chosen: File) => {
      // The server checks the bytes; a browser that does not know the type can send any.
      const mediaType = licenceTypes.find((each) => each === chosen.type) ?? 'application/pdf';
      await uploadFile(licenceFile(accountId), chosen, { mediaType });
    },
    onSuccess: async () => {
      toast(t.uploaded);
      await queries.invalidateQueries({ queryKey: invoicesKey(accountId) });
    },
  });
  const fault = useCause(upload.error, 'licence');
  return (
    <form
      noValidate
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (file !== null && !isTooLarge) upload.mutate(file);
      }}
    >
      <Field label={t.licence} hint={t.licenceHint} error={isTooLarge ? t.tooLarge : upload.error === null ? undefined : fault}>
        {(ids) => <FileInput {...ids} accept={licenceTypes.join(',')} file={file} onChange={setFile} />}
      </Field>
      <div className="form-act">
        <Button look="primary" type="submit" disabled={file === null || isTooLarge} isBusy={upload.isPending}>
          {t.upload}
        </Button>
      </div>
    </form>
  );
}
