import { useQuery } from '@tanstack/react-query';
import { faultWords } from '@tollgate/contract/alarms/alarm-values';
import { useSession } from '../../../api/session.ts';
import { Loading } from '../../../components/errors/error-state.tsx';
import { AppLink, LinkButton } from '../../../components/links/app-link.tsx';
import { Money } from '../../../components/money/money.tsx';
import { paymentTexts } from '../../../components/payments/payment-texts.ts';
import { useActorWords } from '../../../components/people/use-actor-words.ts';
import { useLanguage, useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { Fact } from '../../../ui/sheet.tsx';
import { DetailDrawer } from '../../../ui/windows/drawer.tsx';
import { adminPayoutQuery, type AdminPayout } from '../operator-payouts.ts';
import { PayoutState } from '../payout-state.tsx';
import { PayoutSteps } from '../payout-steps.tsx';
import { payoutTexts } from '../payout-texts.ts';
import { Decide } from './decide.tsx';
import { PartActs } from './part-acts.tsx';
import { texts } from './texts.ts';

type Part = AdminPayout['parts'][number];

/** One refund with its possible actions. */
export function ReturnDrawer({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const t = useTexts(texts);
  const { operator } = useSession();
  const mayMove = operator === 'administrator' || operator === 'finance';
  const { data, error, refetch } = useQuery({
    ...adminPayoutQuery(id),
    refetchInterval: ({ state }) => (state.data?.state === 'approved' || state.data?.state === 'sent' ? 4000 : false),
  });
  return (
    <DetailDrawer
      label={data?.account_name ?? t.title}
      title={data?.account_name ?? t.title}
      sub={<code className="quiet">{id}</code>}
      onClose={onClose}
      foot={data === undefined ? null : <LinkButton to={paths.operatorAccount(data.account_id)}>{t.openAccount}</LinkButton>}
    >
      {data === undefined ? (
        <Loading of={{ error, refetch }} what={t.failed} height={320} />
      ) : (
        <div className="return-body">
          <p>
            <Money amount={data.amount} /> <PayoutState state={data.state} />
          </p>
          <PayoutSteps payout={data} />
          <Facts payout={data} />
          {data.parts.map((part) => (
            <PartFacts key={part.id} payout={data} part={part} mayMove={mayMove} />
          ))}
          {mayMove && data.state === 'requested' ? <Decide key={data.returnable} payout={data} /> : null}
        </div>
      )}
    </DetailDrawer>
  );
}

function Facts({ payout }: { readonly payout: AdminPayout }) {
  const actorOf = useActorWords();
  const t = useTexts(texts);
  const words = useTexts(payoutTexts);
  const { payee, reason } = payout;
  return (
    <dl className="facts">
      <Fact label={t.requested}>
        <Money amount={payout.requested} />
      </Fact>
      <Fact label={t.returnable}>
        <Money amount={payout.returnable} />
      </Fact>
      {payee === null ? null : (
        <Fact label={words.payee}>
          {payee.name} · <code>{payee.account}</code> · {payee.bank}
        </Fact>
      )}
      {reason === null ? null : <Fact label={t.reason}>{reason}</Fact>}
      <Fact label={t.by}>{actorOf(payout.made_by)}</Fact>
    </dl>
  );
}

interface PartFactsProps {
  readonly payout: AdminPayout;
  readonly part: Part;
  readonly mayMove: boolean;
}

/** One part with its destination, and the possible actions if it fails. */
function PartFacts({ payout, part, mayMove }: PartFactsProps) {
  const t = useTexts(texts);
  const words = useTexts(payoutTexts);
  const methods = useTexts(paymentTexts).methods;
  const language = useLanguage();
  return (
    <>
      <dl className="facts">
        <Fact label={part.method === 'bank' ? words.toBank : methods[part.method]}>
          <Money amount={part.amount} /> · {part.state === 'failed' ? t.troubled : words.parts[part.state]}
          {part.attempts > 1 ? ` · ${t.attempts(part.attempts)}` : ''}
          {part.reference === null ? null : (
            <>
              {' '}
              · <code>{part.reference}</code>
            </>
          )}
          {part.order_id === null ? null : (
            <>
              {' '}
              · <AppLink to={paths.operatorTopUps({ order: part.order_id })}>{t.order}</AppLink>
            </>
          )}
          {part.fault === null || part.state === 'done' ? null : <p className="hint bad">{faultWords(part.fault, language)}</p>}
        </Fact>
      </dl>
      {mayMove ? <PartActs key={part.state} payout={payout} part={part} /> : null}
    </>
  );
}
