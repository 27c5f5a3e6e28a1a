import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { chargeFaultWords } from '@tollgate/contract/payments/auto-top-up-notices';
import { useEffect, useRef, useState } from 'react';
import { useAccount } from '../../../api/current-account.ts';
import { ErrorState } from '../../../components/errors/error-state.tsx';
import { useAddressState } from '../../../components/links/address-state.ts';
import { moneyText, nano } from '../../../components/money/money-text.ts';
import { Time } from '../../../components/time/time.tsx';
import { useLanguage, useTexts } from '../../../i18n/texts.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { StatusWord, type StatusLook } from '../../../ui/states/status-word.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { autoTopUpQuery, checkSaving, type AutoTopUp } from '../auto-top-up.ts';
import { autoTexts } from './auto-texts.ts';
import { AutoTopUpForm } from './auto-top-up-form.tsx';
import { CardRow } from './card-row.tsx';

const looks: Readonly<Record<AutoTopUp['state'], StatusLook>> = { on: 'go', off: 'off', stopped: 'shut' };

/** Shows the result when the user returns from the page of the payment service. */
function useComeBack(accountId: string): boolean {
  const t = useTexts(autoTexts);
  const client = useQueryClient();
  const { query, set } = useAddressState();
  const [isMissing, setMissing] = useState(false);
  const wasAsked = useRef(false);
  const { mutate } = useMutation({
    mutationFn: () => checkSaving(accountId),
    onSuccess: (state) => {
      client.setQueryData(autoTopUpQuery(accountId).queryKey, state);
      setMissing(state.card === null || state.saving);
      if (state.card !== null && !state.saving) toast(t.cardSaved);
    },
    onError: () => {
      setMissing(true);
    },
    onSettled: () => {
      set({ card: undefined });
    },
  });
  const isBack = query.card === 'back';
  useEffect(() => {
    if (!isBack || wasAsked.current) return;
    wasAsked.current = true;
    mutate();
  }, [isBack, mutate]);
  return isMissing;
}

/** Automatic top-up, if a payment method supports it or settings remain. */
export function AutoTopUpSheet() {
  const t = useTexts(autoTexts);
  const account = useAccount();
  const isMissing = useComeBack(account.id);
  const auto = useQuery({
    ...autoTopUpQuery(account.id),
    // The report of a new card can arrive at any time.
    refetchInterval: ({ state: { data } }) => (data?.saving === true ? 5000 : false),
  });
  if (auto.data === undefined)
    return auto.error === null ? null : (
      <Sheet title={t.title} isPadded className="top-up">
        <ErrorState what={t.failed} error={auto.error} onRetry={() => void auto.refetch()} />
      </Sheet>
    );
  const { data } = auto;
  if (!data.offered && data.card === null) return null;
  return (
    <Sheet
      title={t.title}
      right={<StatusWord look={looks[data.state]}>{t.states[data.state]}</StatusWord>}
      isPadded
      className="top-up"
    >
      <div className="form">
        <p className="quiet">{t.about}</p>
        {isMissing && data.card === null ? <Notice>{t.notSaved}</Notice> : null}
        <Trouble auto={data} />
        <CardRow card={data.card} isOffered={data.offered} />
        {data.card === null ? null : <AutoTopUpForm key={data.state} auto={data} />}
      </div>
    </Sheet>
  );
}

/** Why automatic top-up is off, why the last charge failed, and the total of the month. */
function Trouble({ auto }: { readonly auto: AutoTopUp }) {
  const t = useTexts(autoTexts);
  const language = useLanguage();
  const { state, stop, fault, retry_at: retryAt, amount, monthly_maximum: maximum, charged_this_month: charged } = auto;
  const isFull = nano(charged) + nano(amount) > nano(maximum);
  const why = fault === null || fault === 'called_off' ? null : chargeFaultWords[language][fault];
  return (
    <>
      {stop === null ? null : (
        <Notice>
          {t.stops[stop]} {why}
        </Notice>
      )}
      {stop === null && why !== null ? (
        <Notice>
          {why}{' '}
          {retryAt === null ? null : (
            <span className="quiet">
              {t.retry} <Time at={retryAt} />
            </span>
          )}
        </Notice>
      ) : null}
      {state === 'on' && isFull ? <Notice>{t.full(moneyText(charged))}</Notice> : null}
      {!isFull && nano(charged) > 0n ? <p className="quiet">{t.month(moneyText(charged), moneyText(maximum))}</p> : null}
    </>
  );
}
