import { useMutation, useQuery } from '@tanstack/react-query';
import { callsPaths } from '@tollgate/contract/calls/console-paths';
import type { ExportAnswer } from '@tollgate/contract/calls/exports';
import { useEffect, useRef } from 'react';
import { callsApi } from '../../../api/clients/calls.ts';
import { urlOf } from '../../../api/http/client.ts';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { useAddressState } from '../../../components/links/address-state.ts';
import { useLanguage, useTexts } from '../../../i18n/texts.ts';
import { ActButton } from '../../../ui/buttons/act-button.tsx';
import { Button, buttonClass } from '../../../ui/buttons/button.tsx';
import { countText } from '../../../ui/number-text.ts';
import { FormSentence } from '../../../ui/states/notice.tsx';
import { Modal } from '../../../ui/windows/modal.tsx';
import { ExportButton, FormatChoice, useExportFormat, type ExportFormat } from '../export-button.tsx';
import { ownCalls } from './call-source.ts';
import { exportTexts } from './export-texts.ts';
import { filterOf, useSummary } from './use-calls.ts';

type Export = ExportAnswer;

const pollMs = 1_000;
const isUnderWay = (made: Export | undefined): boolean => made?.state === 'waiting' || made?.state === 'running';

interface ExportProps {
  readonly accountId: string;
}

/** Exports the filtered calls as a file. */
export function CallExport({ accountId }: ExportProps) {
  const t = useTexts(exportTexts);
  return <ExportButton label={t.export} window={(onClose) => <ExportWindow accountId={accountId} onClose={onClose} />} />;
}

interface ExportWindowProps extends ExportProps {
  readonly onClose: () => void;
}

/** The requested export, with its progress until it is ready. */
function useExport(accountId: string) {
  const { query } = useAddressState();
  const language = useLanguage();
  const make = useMutation({
    mutationFn: (format: ExportFormat) => {
      const { account_id: _account, ...filter } = filterOf(query);
      const chosen = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
      return callsApi.createExport({
        params: { accountId },
        body: {
          format: format === 'xlsx' ? 'xlsx' : 'csv',
          encoding: format === 'gb' ? 'gb18030' : 'utf-8',
          locale: language,
          filter: chosen,
        },
      });
    },
  });
  const exportId = make.data?.id ?? '';
  const path = { accountId, exportId };
  const { data = make.data } = useQuery({
    queryKey: ['accounts', accountId, 'exports', exportId],
    queryFn: ({ signal }) => callsApi.readExport({ params: path, signal }),
    enabled: make.data !== undefined,
    initialData: make.data,
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? pollMs : false),
  });
  const stop = useMutation({
    mutationFn: () => callsApi.cancelExport({ params: path }),
  });
  return { make, made: stop.data ?? data, stop };
}

function ExportWindow({ accountId, onClose }: ExportWindowProps) {
  const t = useTexts(exportTexts);
  const { query } = useAddressState();
  const [format, setFormat] = useExportFormat();
  const { sums } = useSummary(ownCalls(accountId), query, false);
  const { make, made, stop } = useExport(accountId);
  return (
    <Modal label={t.title} onClose={onClose}>
      <header>
        <h2>{t.title}</h2>
      </header>
      <div className="pad form">
        {made === undefined ? (
          <>
            <FormatChoice label={t.format} names={t.formats} value={format} onChange={setFormat} />
            <FormFault error={make.error} />
            <FormSentence>{sums === undefined ? t.sayUnknown : t.say(countText(sums.totals.calls))}</FormSentence>
          </>
        ) : (
          <Progress made={made} />
        )}
      </div>
      <footer>
        <Button onClick={onClose}>{made === undefined ? t.cancel : t.close}</Button>
        {made === undefined ? (
          <Button
            look="primary"
            isBusy={make.isPending}
            onClick={() => {
              make.mutate(format);
            }}
          >
            {t.start}
          </Button>
        ) : null}
        {isUnderWay(made) ? <ActButton act={stop}>{t.stop}</ActButton> : null}
        {made?.state === 'ready' ? <Download accountId={accountId} exportId={made.id} /> : null}
      </footer>
    </Modal>
  );
}

/** The download starts automatically once the file is ready; the link is for later. */
function Download(ids: { readonly accountId: string; readonly exportId: string }) {
  const t = useTexts(exportTexts);
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    link.current?.click();
  }, []);
  return (
    <a ref={link} className={buttonClass({ look: 'primary' })} href={urlOf(callsPaths.downloadExport, { ...ids })} download>
      {t.download}
    </a>
  );
}

function Progress({ made }: { readonly made: Export }) {
  const t = useTexts(exportTexts);
  const total = made.rows_total;
  const words = {
    waiting: t.waiting,
    running: t.running(countText(made.rows_done), total === null ? t.unknown : countText(total)),
    ready: total === null ? t.fileReady : t.ready(countText(total)),
    failed: t.failed,
    cancelled: t.cancelled,
  }[made.state];
  return (
    <>
      {isUnderWay(made) ? (
        <progress
          className="export-progress"
          aria-label={t.progress}
          {...(total === null ? {} : { value: made.rows_done, max: total })}
        />
      ) : null}
      <p role="status">{words}</p>
    </>
  );
}
