import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../../api/session.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { ActButton } from '../../../ui/buttons/act-button.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Check, TextField } from '../../../ui/forms/text-field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { FormSentence } from '../../../ui/states/notice.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { requestReset } from '../sign-in.ts';
import { askAuth } from './auth-calls.ts';
import { FaultLine } from './fault-line.tsx';
import { useHasPassword } from './identities.ts';
import { texts } from './texts.ts';

const shortest = 10;

export function PasswordSheet() {
  const t = useTexts(texts);
  return (
    <Sheet title={t.password} isPadded>
      {useHasPassword() === false ? <FirstPassword /> : <NewPassword />}
    </Sheet>
  );
}

/** People who use single sign-on have no password to change; a mailed link sets one. */
function FirstPassword() {
  const t = useTexts(texts);
  const { user } = useSession();
  const asking = useMutation({ mutationFn: () => requestReset(user.email) });
  if (asking.isSuccess) return <p role="status">{t.firstSent(user.email)}</p>;
  return (
    <>
      <p className="security-about">{t.firstAbout}</p>
      <FaultLine error={asking.error} />
      <ActButton act={asking}>{t.firstAsk}</ActButton>
    </>
  );
}

function NewPassword() {
  const t = useTexts(texts);
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [isOfOthers, setOfOthers] = useState(true);
  const change = useMutation({
    mutationFn: () =>
      askAuth('/change-password', { currentPassword: current, newPassword: next, revokeOtherSessions: isOfOthers }),
    onSuccess: () => {
      toast(t.changed);
      setCurrent('');
      setNext('');
    },
  });
  return (
    <form
      noValidate
      className="form security-form"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate();
      }}
    >
      <TextField label={t.current} type="password" autoComplete="current-password" value={current} onChange={setCurrent} />
      <TextField label={t.next} type="password" autoComplete="new-password" value={next} onChange={setNext} hint={t.nextHint} />
      <Check isOn={isOfOthers} onChange={setOfOthers}>
        {t.others}
      </Check>
      <FaultLine error={change.error} />
      <FormSentence>{t.passwordSay}</FormSentence>
      <div>
        <Button type="submit" look="primary" disabled={current === '' || next.length < shortest} isBusy={change.isPending}>
          {t.change}
        </Button>
      </div>
    </form>
  );
}
