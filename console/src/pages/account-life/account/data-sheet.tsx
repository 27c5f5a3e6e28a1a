import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { accountLifeApi } from '../../../api/clients/account-life.ts';
import { ErrorState } from '../../../components/errors/error-state.tsx';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { Time } from '../../../components/time/time.tsx';
import { useLanguage, useTexts } from '../../../i18n/texts.ts';
import { Button, buttonClass } from '../../../ui/buttons/button.tsx';
import { countText, sizeText } from '../../../ui/number-text.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { Skeleton } from '../../../ui/states/empty-state.tsx';
import { FormSentence } from '../../../ui/states/notice.tsx';
import { accountDataQuery, contentOf, isUnderWay, type AccountDataExport } from './account-data.ts';
import { texts } from './texts.ts';

function useDataExport(accountId: string) {
  const language = useLanguage();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(accountDataQuery(accountId));
  const refresh = () => client.invalidateQueries({ queryKey: accountDataQuery(accountId).queryKey });
  const ask = useMutation({
    mutationFn: () => accountLifeApi.createDataExport({ params: { accountId }, body: { locale: language } }),
    onSettled: refresh,
  });
  const stop = useMutation({
    mutationFn: (exportId: string) => accountLifeApi.cancelDataExport({ params: { accountId, exportId } }),
    onSettled: refresh,
  });
  return { data, error, refetch, ask, stop, fault: ask.error ?? stop.error };
}

/** All stored data of the account, as a file. */
export function DataSheet({ accountId }: { readonly accountId: string }) {
  const t = useTexts(texts);
  const made = useDataExport(accountId);
  const { data, error, refetch, fault } = made;
  const last = data?.last;
  if (error !== null)
    return (
      <Sheet title={t.data} isPadded>
        <ErrorState what={t.exportsFailed} error={error} onRetry={() => void refetch()} />
      </Sheet>
    );
  return (
    <Sheet title={t.data} isPadded>
      <div className="form account-form">
        <p className="quiet">{t.dataAbout}</p>
        {data === undefined ? <Skeleton height={40} /> : null}
        {last === undefined ? null : <Progress made={last} />}
        <FormFault error={fault} />
        {isUnderWay(last) ? null : <FormSentence>{t.sayExport}</FormSentence>}
        <DataActs accountId={accountId} {...made} />
      </div>
    </Sheet>
  );
}

type DataActsProps = Pick<ReturnType<typeof useDataExport>, 'data' | 'ask' | 'stop'> & { readonly accountId: string };

function DataActs({ accountId, data, ask, stop }: DataActsProps) {
  const t = useTexts(texts);
  const last = data?.last;
  if (last !== undefined && isUnderWay(last))
    return (
      <div className="account-acts">
        <Button
          isBusy={stop.isPending}
          onClick={() => {
            stop.mutate(last.id);
          }}
        >
          {t.stop}
        </Button>
      </div>
    );
  const isReady = last?.state === 'ready';
  return (
    <div className="account-acts">
      {isReady ? (
        <a className={buttonClass({ look: 'primary' })} href={contentOf(accountId, last.id)} download>
          {t.download}
        </a>
      ) : null}
      <Button
        look={isReady ? 'default' : 'primary'}
        icon="export"
        isBusy={ask.isPending}
        disabled={data === undefined}
        onClick={() => {
          ask.mutate();
        }}
      >
        {isReady ? t.exportAgain : t.export}
      </Button>
    </div>
  );
}

function Progress({ made }: { readonly made: AccountDataExport }) {
  const t = useTexts(texts);
  const words = {
    waiting: t.waiting,
    running: t.running(countText(made.rows_done)),
    ready: t.ready(sizeText(made.bytes ?? 0)),
    failed: t.failedExport,
    cancelled: t.cancelled,
  }[made.state];
  return (
    <>
      {isUnderWay(made) ? <progress className="account-progress" aria-label={t.progress} /> : null}
      <p role="status">
        {words}
        {made.state === 'ready' ? (
          <>
            {' '}
            {t.until} <Time at={made.expires_at} />
          </>
        ) : null}
      </p>
    </>
  );
}
