import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../../api/http/api-error.ts';
import { useSession } from '../../../api/session.ts';
import { causeWords, foreignCause } from '../../../components/calls/call-cause.ts';
import { CallReceiptPaper } from '../../../components/calls/call-receipt.tsx';
import { operationText } from '../../../components/calls/operations.ts';
import { remedyPath, useErrorWords } from '../../../components/calls/error-words.ts';
import { EnglishDetail } from '../../../components/errors/english-detail.tsx';
import { ErrorState } from '../../../components/errors/error-state.tsx';
import { useAddressState } from '../../../components/links/address-state.ts';
import { LinkButton } from '../../../components/links/app-link.tsx';
import { partsOf, useServiceZone, useZoneName } from '../../../components/time/time-text.ts';
import { useLanguage, useTexts } from '../../../i18n/texts.ts';
import { paths, withQuery } from '../../../paths.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { copyText } from '../../../ui/buttons/copy-text.ts';
import { Skeleton } from '../../../ui/states/empty-state.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { HttpStatus } from '../../../ui/states/status-word.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { DetailDrawer } from '../../../ui/windows/drawer.tsx';
import { useAccountNames } from './account-names.ts';
import { OperatorAttempts, OwnAttempts, Supply } from './attempts.tsx';
import { CallFacts, CallTimes } from './call-facts.tsx';
import type { CallDetail, CallSource } from './call-source.ts';
import { drawerTexts } from './drawer-texts.ts';
import { texts } from './texts.ts';

interface CallDrawerProps {
  readonly source: CallSource;
  readonly id: string;
}

/** Details of one call, next to the log. */
export function CallDrawer({ source, id }: CallDrawerProps) {
  const t = useTexts(texts);
  const { set } = useAddressState();
  const zone = useServiceZone();
  const zoneName = useZoneName();
  const { data, error, refetch } = useQuery({
    queryKey: [...source.key, 'call', id],
    queryFn: ({ signal }) => source.find(id, signal),
    staleTime: Infinity,
  });
  const call = data?.id === id ? data : undefined;
  const close = (): void => {
    set({ call: undefined });
  };
  const at = call === undefined ? null : partsOf(call.request_time, zone);
  return (
    <DetailDrawer
      label={id}
      title={call === undefined ? <span className="mono">{id}</span> : <Title call={call} />}
      sub={at === null ? undefined : <span className="quiet">{`${at.date} ${at.time}.${at.millis} ${zoneName}`}</span>}
      onClose={close}
      foot={<Foot source={source} id={id} call={call} />}
    >
      {error === null ? null : (
        <ErrorState
          what={error instanceof ApiError && error.status === 404 ? t.notFound : t.failedCall}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {call === undefined && error === null ? <Skeleton height={420} /> : null}
      {call === undefined ? null : <Body call={call} isOperator={source.isOperator} />}
    </DetailDrawer>
  );
}

function Title({ call }: { readonly call: CallDetail }) {
  const language = useLanguage();
  return (
    <>
      <HttpStatus status={call.status} /> {call.model ?? operationText(call.endpoint, language)}
    </>
  );
}

function Body({ call, isOperator }: { readonly call: CallDetail; readonly isOperator: boolean }) {
  const t = useTexts(drawerTexts);
  const names = useAccountNames(call.account_id === undefined ? [] : [call.account_id]);
  return (
    <div className="call-detail">
      <Cause call={call} isOperator={isOperator} />
      <h3>{t.why}</h3>
      <CallReceiptPaper call={call} isOperator={isOperator} />
      {isOperator ? (
        <>
          <h3>{t.attempts}</h3>
          <OperatorAttempts call={call} />
          <h3>{t.supply}</h3>
          <Supply call={call} />
        </>
      ) : (
        <OwnAttempts call={call} />
      )}
      <h3>{t.where}</h3>
      <CallTimes call={call} />
      <h3>{t.details}</h3>
      <CallFacts call={call} accountName={names(call.account_id)} />
      <p className="quiet fine">{t.notStored}</p>
    </div>
  );
}

/** The specific cause. */
function Detail({ call }: { readonly call: CallDetail }) {
  const language = useLanguage();
  const foreign = foreignCause(call, language);
  const words = causeWords(call, language);
  if (words === null && foreign === null) return null;
  return <span className="block">{words ?? <EnglishDetail text={foreign ?? ''} />}</span>;
}

/** Cause and remedy. */
function Cause({ call, isOperator }: { readonly call: CallDetail; readonly isOperator: boolean }) {
  const t = useTexts(drawerTexts);
  const { endings } = useTexts(texts);
  const words = useErrorWords()(call.error_code);
  if (call.ending === 'complete' && call.error_code === null) return null;
  const remedy =
    call.error_code === null || isOperator ? undefined : (
      <LinkButton to={remedyPath(call.error_code, call.key_id)}>{t.toRemedy}</LinkButton>
    );
  return (
    <Notice remedy={remedy}>
      <b>{words?.cause ?? endings[call.ending]}</b>
      <Detail call={call} />
      {words === null ? null : <span className="block">{words.remedy}</span>}
    </Notice>
  );
}

function Foot({ source, id, call }: CallDrawerProps & { readonly call: CallDetail | undefined }) {
  const t = useTexts(drawerTexts);
  const mayCredit = useSession().operator !== 'support' && source.isOperator;
  const same = source.isOperator
    ? { label: t.sameAccount, to: paths.operatorCalls({ account_id: call?.account_id }) }
    : { label: t.sameKey, to: paths.calls({ key_id: call?.key_id }) };
  return (
    <>
      <span className="grow quiet wide">
        <kbd>J</kbd> <kbd>K</kbd> {t.previousNext}
      </span>
      {call?.account_id === undefined || !mayCredit ? null : (
        <LinkButton to={withQuery(paths.operatorAccount(call.account_id), { credit: id })}>{t.credit}</LinkButton>
      )}
      {call === undefined ? null : <LinkButton to={same.to}>{same.label}</LinkButton>}
      <Button
        onClick={() => {
          const address = source.isOperator ? paths.operatorCalls({ call: id }) : paths.call(id);
          void copyText(`${location.origin}${address}`).then((isDone) => {
            if (isDone) toast(t.linkCopied);
          });
        }}
      >
        {t.copyLink}
      </Button>
    </>
  );
}
