import { useMutation } from '@tanstack/react-query';
import { useWhy } from '../../../components/errors/error-state.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { ActButton } from '../../../ui/buttons/act-button.tsx';
import { buttonClass } from '../../../ui/buttons/button.tsx';
import { QrCode } from '../../../ui/pictures/qr-code.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { returnTrial, type AdminOrder } from '../operator-money.ts';
import { texts } from './texts.ts';

/** A test payment of 0.01 CNY, and its refund. */
export function Trial({ order: { id, step, paid_at: paidAt } }: { readonly order: AdminOrder }) {
  const t = useTexts(texts);
  const why = useWhy();
  const returning = useMutation({
    mutationFn: () => returnTrial(id),
    onSuccess: ({ state, reason }) => {
      toast(reason === null ? t.givenBack[state] : `${t.givenBack[state]}: ${reason}`);
    },
    onError: (error) => {
      toast(why(error));
    },
  });
  return (
    <div className="form">
      <p>{t.trialNote}</p>
      {step?.kind === 'qr' ? <QrCode text={step.text} label={t.trialNote} /> : null}
      {step?.kind === 'redirect' ? (
        <a className={buttonClass({ look: 'primary' })} href={step.url}>
          {t.goPay}
        </a>
      ) : null}
      {paidAt === null ? null : (
        <div className="form-act">
          <ActButton look="primary" act={returning}>
            {t.giveBack}
          </ActButton>
        </div>
      )}
    </div>
  );
}
