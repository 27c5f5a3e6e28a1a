import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useAccount } from '../../../api/current-account.ts';
import { Loading, useWhy } from '../../../components/errors/error-state.tsx';
import { AppLink } from '../../../components/links/app-link.tsx';
import { moneyText, nano } from '../../../components/money/money-text.ts';
import { Money } from '../../../components/money/money.tsx';
import { paymentTexts } from '../../../components/payments/payment-texts.ts';
import { useActorWords } from '../../../components/people/use-actor-words.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { ActButton } from '../../../ui/buttons/act-button.tsx';
import { Fact } from '../../../ui/sheet.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { DetailDrawer } from '../../../ui/windows/drawer.tsx';
import { PayoutState } from '../payout-state.tsx';
import { PayoutSteps } from '../payout-steps.tsx';
import { payoutTexts } from '../payout-texts.ts';
import { payoutQuery, withdrawPayout, type Payout } from '../payouts.ts';
import { texts } from './texts.ts';

const moving: readonly Payout['state'][] = ['requested', 'approved', 'sent'];

/** Details of one refund, with its steps and destinations. */
export function ReturnDrawer({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const t = useTexts(texts);
  const account = useAccount();
  const payout = useQuery({
    ...payoutQuery(account.id, id),
    refetchInterval: ({ state: { data } }) => (data !== undefined && moving.includes(data.state) ? 5000 : false),
  });
  return (
    <DetailDrawer title={<code>{id}</code>} label={id} onClose={onClose}>
      {payout.data === undefined ? (
        <Loading of={payout} what={t.failed} height={280} />
      ) : (
        <div className="return-body">
          <p>
            <Money amount={payout.data.amount} /> <PayoutState state={payout.data.state} />
          </p>
          <PayoutSteps payout={payout.data} />
          <Facts payout={payout.data} />
          {payout.data.state === 'requested' && account.role === 'owner' ? <Withdraw id={id} /> : null}
        </div>
      )}
    </DetailDrawer>
  );
}

function Facts({ payout }: { readonly payout: Payout }) {
  const actorOf = useActorWords();
  const t = useTexts(texts);
  const words = useTexts(payoutTexts);
  const methods = useTexts(paymentTexts).methods;
  const { payee, parts, requested, amount, given_back: back } = payout;
  return (
    <>
      {nano(requested) > nano(amount) ? <p className="quiet">{t.less(moneyText(requested, 2))}</p> : null}
      {nano(back) > 0n ? <p className="quiet">{t.givenBack(moneyText(back, 2))}</p> : null}
      <dl className="facts">
        {parts.map((part) => (
          <Fact key={part.id} label={part.method === 'bank' ? words.toBank : methods[part.method]}>
            <Money amount={part.amount} /> · {words.parts[part.state]}
            {part.order_id === null ? null : (
              <>
                {' '}
                · <AppLink to={paths.order(part.order_id)}>{t.order}</AppLink>
              </>
            )}
            {part.reference === null ? null : (
              <>
                {' '}
                · {words.reference} <code>{part.reference}</code>
              </>
            )}
          </Fact>
        ))}
        {payee === null ? null : (
          <Fact label={words.payee}>
            {payee.name} · <code>{payee.account}</code> · {payee.bank}
          </Fact>
        )}
        {payout.reason === null ? null : <Fact label={t.reason}>{payout.reason}</Fact>}
        <Fact label={t.by}>{actorOf(payout.made_by)}</Fact>
      </dl>
    </>
  );
}

function Withdraw({ id }: { readonly id: string }) {
  const t = useTexts(texts);
  const account = useAccount();
  const client = useQueryClient();
  const why = useWhy();
  const withdrawing = useMutation({
    mutationFn: () => withdrawPayout(account.id, id),
    onSuccess: () => {
      toast(t.withdrawn);
    },
    onError: (error) => {
      toast(why(error));
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['accounts', account.id, 'payouts'] }),
  });
  return (
    <div className="form-act">
      <ActButton act={withdrawing}>{t.withdraw}</ActButton>
    </div>
  );
}
