import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ClosingAct, AdminClosingAnswer } from '@tollgate/contract/account-life/operator-closings';
import { useState } from 'react';
import { operatorAccountLifeApi } from '../../../api/clients/operator-account-life.ts';
import { useSession } from '../../../api/session.ts';
import { closingTexts } from '../../../components/account-life/closing-texts.ts';
import { Loading, useCause } from '../../../components/errors/error-state.tsx';
import { plainMoneyText } from '../../../components/money/money-text.ts';
import { Time } from '../../../components/time/time.tsx';
import { useListing, useTexts } from '../../../i18n/texts.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { StatusWord } from '../../../ui/states/status-word.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { operatorClosingTexts } from './closing-texts.ts';

type Closing = AdminClosingAnswer;
type Act = ClosingAct | 'close';

const keyOf = (accountId: string) => ['operator', 'account', accountId, 'closing'];

/** Progress of an account's closure, with operator actions. */
export function OperatorClosing({ accountId }: { readonly accountId: string }) {
  const t = useTexts(operatorClosingTexts);
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(accountId),
    queryFn: () => operatorAccountLifeApi.readClosing({ params: { id: accountId } }),
  });
  return (
    <Sheet title={t.title} isPadded>
      {data === undefined ? (
        <Loading of={{ error, refetch }} what={t.failed} height={80} />
      ) : (
        <div className="form account-closing">
          <State closing={data} />
          <Acts accountId={accountId} closing={data} />
        </div>
      )}
    </Sheet>
  );
}

function State({ closing }: { readonly closing: Closing }) {
  const t = useTexts(operatorClosingTexts);
  const words = useTexts(closingTexts);
  const listed = useListing();
  const { state, due_at: due, closed_at: closedAt, remainder, settled, obstacles } = closing;
  if (state === null) return <p className="quiet">{t.open}</p>;
  return (
    <>
      <p>
        <StatusWord look={state === 'closed' ? 'off' : 'paused'}>{words.states[state]}</StatusWord>{' '}
        {state === 'closing' && due !== null ? (
          <>
            {t.due} <Time at={due} />
          </>
        ) : null}
        {closedAt === null ? null : (
          <>
            {t.closedAt} <Time at={closedAt} />
          </>
        )}
      </p>
      {Number(remainder) > 0 && state !== 'closed' ? <p>{t.remainder(plainMoneyText(remainder))}</p> : null}
      {closing.waits_for_payout ? <Notice>{t.waits}</Notice> : null}
      {settled === null ? null : <p className="quiet">{t.settled(settled)}</p>}
      {obstacles.length === 0 || state !== 'closing' ? null : (
        <Notice>{t.obstacles(listed(obstacles.map((obstacle) => t.obstacle[obstacle])))}</Notice>
      )}
    </>
  );
}

const actsIn = (state: Closing['state']): readonly Act[] => {
  if (state === null) return ['close'];
  if (state === 'closing') return ['take_back', 'hasten', 'settled'];
  return state === 'paying' ? ['settled'] : [];
};

function Acts({ accountId, closing }: { readonly accountId: string; readonly closing: Closing }) {
  const t = useTexts(operatorClosingTexts);
  const { operator } = useSession();
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const params = { id: accountId };
  const act = useMutation({
    mutationFn: (what: Act) =>
      what === 'close'
        ? operatorAccountLifeApi.closeAccount({ params, body: { reason } })
        : operatorAccountLifeApi.changeClosing({ params, body: { act: what, reason } }),
    onSuccess: async (now) => {
      queries.setQueryData(keyOf(accountId), now);
      setReason('');
      toast(t.done);
      await queries.invalidateQueries({ queryKey: ['operator'] });
    },
  });
  const cause = useCause(act.error);
  const acts = actsIn(closing.state);
  if (operator !== 'administrator' || acts.length === 0) return null;
  return (
    <>
      <TextField label={t.reason} value={reason} onChange={setReason} error={act.error === null ? undefined : cause} />
      <div className="account-closing-acts">
        {acts.map((what) => (
          <Button
            key={what}
            look={what === 'take_back' ? 'default' : 'danger'}
            disabled={reason.trim() === ''}
            isBusy={act.isPending && act.variables === what}
            onClick={() => {
              act.mutate(what);
            }}
          >
            {t.acts[what]}
          </Button>
        ))}
      </div>
    </>
  );
}
