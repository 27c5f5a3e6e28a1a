import { FormFault } from '../../../components/errors/form-fault.tsx';
import { useOperatorStep } from '../../../components/forms/use-operator-step.ts';
import { WordsForm } from '../../../components/forms/words-form.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { ActButton } from '../../../ui/buttons/act-button.tsx';
import { confirmPart, releasePart, retryPart, sendPart, type AdminPayout } from '../operator-payouts.ts';
import { ByBankForm } from './by-bank-form.tsx';
import { texts } from './texts.ts';

interface PartActsProps {
  readonly payout: AdminPayout;
  readonly part: AdminPayout['parts'][number];
}

/** Operator actions on a part, in its current state. */
export function PartActs({ payout, part }: PartActsProps) {
  const t = useTexts(texts);
  const which = { id: payout.id, partId: part.id };
  const { state, by_hand: isByHand } = part;
  const isToPay = isByHand && state === 'waiting';
  const isRefused = state === 'failed';
  return (
    <>
      {isToPay ? (
        <WordsForm
          label={t.bankReference}
          act={t.sent}
          done={t.done}
          lengthMax={64}
          send={(reference) => sendPart(which, reference)}
        />
      ) : null}
      <div className="form-act">
        {isByHand && state === 'sent' ? <Act look="primary" name={t.confirm} act={() => confirmPart(which)} /> : null}
        {isRefused ? <Act look="primary" name={t.retry} act={() => retryPart(which)} /> : null}
        {!isByHand && (state === 'asked' || state === 'sent') ? <Act name={t.askAgain} act={() => retryPart(which)} /> : null}
      </div>
      {isRefused ? <ByBankForm payout={payout} part={part} /> : null}
      {isRefused || isToPay ? (
        <WordsForm
          isDanger
          label={t.giveBackReason}
          act={t.giveBack}
          done={t.done}
          lengthMax={300}
          send={(reason) => releasePart(which, reason)}
        />
      ) : null}
    </>
  );
}

interface ActProps {
  readonly name: string;
  readonly look?: 'primary';
  readonly act: () => Promise<unknown>;
}

function Act({ name, look, act }: ActProps) {
  const t = useTexts(texts);
  const moving = useOperatorStep(t.done, act);
  return (
    <>
      <ActButton look={look} act={moving}>
        {name}
      </ActButton>
      <FormFault error={moving.error} />
    </>
  );
}
