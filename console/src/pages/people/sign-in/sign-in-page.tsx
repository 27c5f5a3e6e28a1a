import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAddressState } from '../../../components/links/address-state.ts';
import { AppLink } from '../../../components/links/app-link.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { ActButton } from '../../../ui/buttons/act-button.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { useOutsideWords } from '../outside-words.ts';
import { confirmSecondFactor, offersQuery, signInOutside, signInWithPasskey } from '../sign-in.ts';
import { Door, Fault, nextPage } from './door.tsx';
import { PasswordForm } from './password-form.tsx';
import { texts } from './texts.ts';
import { useEnter } from './use-enter.ts';

export default function SignInPage() {
  const { query, set } = useAddressState();
  // After single sign-on, the URL shows whether a second factor is needed.
  const [isSecond, setSecond] = useState(query.step === 'code');
  const enter = useEnter();
  return isSecond ? (
    <SecondFactor
      onEnter={enter}
      onBack={() => {
        setSecond(false);
        set({ step: undefined }, { replace: true });
      }}
    />
  ) : (
    <FirstFactor
      onEnter={enter}
      onSecond={() => {
        setSecond(true);
      }}
    />
  );
}

interface FirstFactorProps {
  readonly onEnter: () => Promise<void>;
  readonly onSecond: () => void;
}

function FirstFactor({ onEnter, onSecond }: FirstFactorProps) {
  const t = useTexts(texts);
  const { query } = useAddressState();
  const refusal = useOutsideWords(query.error);
  return (
    <Door title={t.signIn.title}>
      {refusal === null ? null : (
        <p className="fault" role="alert">
          {refusal}
        </p>
      )}
      <PasswordForm submit={t.signIn.submit} onEnter={onEnter} onSecond={onSecond} />
      <OtherWays onEnter={onEnter} onSecond={onSecond} />
      <p className="below">
        <span>
          {t.signIn.none} <AppLink to={paths.signUp}>{t.signIn.signUp}</AppLink>
        </span>
        <AppLink to={paths.reset}>{t.signIn.forgot}</AppLink>
      </p>
    </Door>
  );
}

/** Passkeys, if the browser supports them at this address, and the identity provider, if there is one. */
function OtherWays({ onEnter, onSecond }: FirstFactorProps) {
  const t = useTexts(texts);
  const { query } = useAddressState();
  const { data: offers } = useQuery(offersQuery);
  const passkey = useMutation({
    mutationFn: async () => {
      if (await signInWithPasskey()) onSecond();
      else await onEnter();
    },
  });
  const outside = useMutation({ mutationFn: (id: string) => signInOutside(id, nextPage(query.next, paths.overview)) });
  const hasPasskeys = 'PublicKeyCredential' in globalThis;
  const provider = offers?.outside ?? null;
  if (!hasPasskeys && provider === null) return null;
  return (
    <>
      <p className="or">{t.signIn.or}</p>
      <Fault error={passkey.error ?? outside.error} />
      {hasPasskeys ? (
        <ActButton icon="key" act={passkey}>
          {t.signIn.passkey}
        </ActButton>
      ) : null}
      {provider === null ? null : (
        <Button
          icon="out"
          isBusy={outside.isPending}
          onClick={() => {
            outside.mutate(provider.id);
          }}
        >
          {t.signIn.outside(provider.name)}
        </Button>
      )}
    </>
  );
}

interface SecondFactorProps {
  readonly onEnter: () => Promise<void>;
  readonly onBack: () => void;
}

function SecondFactor({ onEnter, onBack }: SecondFactorProps) {
  const t = useTexts(texts);
  const [code, setCode] = useState('');
  const confirming = useMutation({ mutationFn: () => confirmSecondFactor(code.trim()).then(onEnter) });
  return (
    <Door title={t.second.title}>
      <form
        noValidate
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          confirming.mutate();
        }}
      >
        <TextField
          label={t.second.code}
          hint={t.second.hint}
          autoComplete="one-time-code"
          spellCheck={false}
          required
          value={code}
          onChange={setCode}
          autoFocus
        />
        <Fault error={confirming.error} />
        <Button type="submit" look="primary" isBusy={confirming.isPending}>
          {t.second.submit}
        </Button>
        <Button look="plain" onClick={onBack}>
          {t.second.back}
        </Button>
      </form>
    </Door>
  );
}
