import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accountLifeApi } from '../../../api/clients/account-life.ts';
import { sessionQuery } from '../../../api/session.ts';
import { Loading, useCause } from '../../../components/errors/error-state.tsx';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { plainMoneyText } from '../../../components/money/money-text.ts';
import { Time } from '../../../components/time/time.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { ActButton } from '../../../ui/buttons/act-button.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { Modal } from '../../../ui/windows/modal.tsx';
import { closingTexts } from './closing-texts.ts';
import { closingQuery, type AccountClosing } from './closing.ts';

interface ClosingProps {
  readonly account: { readonly id: string; readonly name: string };
}

function useRefresh(accountId: string) {
  const client = useQueryClient();
  return async (closing: AccountClosing) => {
    client.setQueryData(closingQuery(accountId).queryKey, closing);
    await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
  };
}

/** Starts and cancels the closure of the account. */
export function ClosingSheet({ account }: ClosingProps) {
  const t = useTexts(closingTexts);
  const { data, error, refetch } = useQuery(closingQuery(account.id));
  return (
    <Sheet title={t.title} isPadded>
      {data === undefined ? (
        <Loading of={{ error, refetch }} what={t.failed} height={160} />
      ) : (
        <div className="form account-form">
          {data.state === null ? <Open account={account} closing={data} /> : <Under account={account} closing={data} />}
        </div>
      )}
    </Sheet>
  );
}

interface KnownProps extends ClosingProps {
  readonly closing: AccountClosing;
}

function Open({ account, closing }: KnownProps) {
  const t = useTexts(closingTexts);
  const [isAsking, setAsking] = useState(false);
  const { obstacles, remainder, open_orders: orders, open_requests: requests } = closing;
  return (
    <>
      <p>{t.about}</p>
      <p className="quiet">{t.kept}</p>
      {Number(remainder) > 0 ? <p>{t.remainder(plainMoneyText(remainder))}</p> : null}
      {orders > 0 ? <p>{t.openOrders(orders)}</p> : null}
      {requests > 0 ? <p>{t.openRequests(requests)}</p> : null}
      {obstacles.map((obstacle) => (
        <Notice key={obstacle}>{t.obstacles[obstacle]}</Notice>
      ))}
      <p className="quiet">{t.exportFirst}</p>
      <div>
        <Button
          look="danger"
          disabled={obstacles.length > 0}
          onClick={() => {
            setAsking(true);
          }}
        >
          {t.close}
        </Button>
      </div>
      {isAsking ? (
        <ConfirmWindow
          account={account}
          onClose={() => {
            setAsking(false);
          }}
        />
      ) : null}
    </>
  );
}

function ConfirmWindow({ account: { id, name }, onClose }: ClosingProps & { readonly onClose: () => void }) {
  const t = useTexts(closingTexts);
  const refresh = useRefresh(id);
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const begin = useMutation({
    mutationFn: () =>
      accountLifeApi.closeAccount({ params: { accountId: id }, body: { name: typed, ...(password === '' ? {} : { password }) } }),
    onSuccess: async (closing) => {
      toast(t.closed);
      await refresh(closing);
      onClose();
    },
  });
  const cause = useCause(begin.error, 'closing');
  return (
    <Modal label={t.confirmTitle} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() === name.trim()) begin.mutate();
        }}
      >
        <header>
          <h2>{t.confirmTitle}</h2>
        </header>
        <div className="pad form">
          <p>{t.about}</p>
          <TextField label={t.typeName(name)} value={typed} onChange={setTyped} autoComplete="off" spellCheck={false} />
          <TextField
            label={t.password}
            hint={t.passwordHint}
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
            error={begin.error === null ? undefined : cause}
          />
        </div>
        <footer>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" look="danger" disabled={typed.trim() !== name.trim()} isBusy={begin.isPending}>
            {t.verb}
          </Button>
        </footer>
      </form>
    </Modal>
  );
}

function Under({ account: { id }, closing }: KnownProps) {
  const t = useTexts(closingTexts);
  const refresh = useRefresh(id);
  const back = useMutation({
    mutationFn: () => accountLifeApi.withdrawClosing({ params: { accountId: id } }),
    onSuccess: async (now) => {
      toast(t.takenBack);
      await refresh(now);
    },
  });
  const { state, due_at: due, remainder } = closing;
  if (state === null) return null;
  return (
    <>
      <Notice isPaused>{t.states[state]}</Notice>
      {state === 'closing' && due !== null ? (
        <p>
          {t.due} <Time at={due} />
        </p>
      ) : (
        <p>{t.tooLate}</p>
      )}
      {Number(remainder) > 0 ? <p>{t.remainder(plainMoneyText(remainder))}</p> : null}
      <p className="quiet">{t.kept}</p>
      <FormFault error={back.error} />
      {state === 'closing' ? (
        <div>
          <ActButton look="primary" act={back}>
            {t.takeBack}
          </ActButton>
        </div>
      ) : null}
    </>
  );
}
