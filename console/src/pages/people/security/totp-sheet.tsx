import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sessionQuery, useSession } from '../../../api/session.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { QrCode } from '../../../ui/pictures/qr-code.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { StatusWord } from '../../../ui/states/status-word.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { askAuth } from './auth-calls.ts';
import { FaultLine } from './fault-line.tsx';
import { useHasPassword } from './identities.ts';
import { texts } from './texts.ts';

interface Enrolment {
  readonly totpURI: string;
  readonly backupCodes: readonly string[];
}

type Wish = 'enable' | 'disable' | 'codes';
const paths: Readonly<Record<Wish, string>> = {
  enable: '/two-factor/enable',
  disable: '/two-factor/disable',
  codes: '/two-factor/generate-backup-codes',
};

/** Two-factor authentication with six-digit codes: enable, disable, and recovery codes. */
export function TotpSheet() {
  const t = useTexts(texts);
  const { user } = useSession();
  const hasPassword = useHasPassword();
  const queries = useQueryClient();
  const [wish, setWish] = useState<Wish | null>(null);
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const refresh = (): void => {
    void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
  };
  const begin = useMutation({
    mutationFn: ({ what, password }: { readonly what: Wish; readonly password?: string }) =>
      askAuth<Partial<Enrolment>>(paths[what], password === undefined ? {} : { password }),
    onSuccess: ({ totpURI, backupCodes = [] }, { what }) => {
      setWish(null);
      if (what === 'enable' && totpURI !== undefined) setEnrolment({ totpURI, backupCodes });
      if (what === 'codes') setCodes(backupCodes);
      if (what === 'disable') {
        toast(t.disabled);
        refresh();
      }
    },
  });
  const isIdle = wish === null && enrolment === null && codes === null;
  return (
    <Sheet
      title={t.totp}
      right={<StatusWord look={user.two_factor ? 'go' : 'off'}>{user.two_factor ? t.totpOn : t.totpOff}</StatusWord>}
      isPadded
    >
      <p className="quiet security-about">{t.totpAbout}</p>
      {isIdle ? (
        <Wishes
          isOn={user.two_factor}
          onWish={(what) => {
            // People without a password prove their identity by a recent sign-in.
            if (hasPassword === false) begin.mutate({ what });
            else setWish(what);
          }}
        />
      ) : null}
      {wish === null ? <FaultLine error={begin.error} /> : null}
      {wish === null ? null : (
        <PasswordFirst
          isBusy={begin.isPending}
          error={begin.error}
          onCancel={() => {
            setWish(null);
          }}
          onPassword={(password) => {
            begin.mutate({ what: wish, password });
          }}
        />
      )}
      {enrolment === null ? null : (
        <Confirm
          uri={enrolment.totpURI}
          onDone={() => {
            toast(t.enabled);
            setCodes(enrolment.backupCodes);
            setEnrolment(null);
            refresh();
          }}
        />
      )}
      {codes === null ? null : (
        <Codes
          codes={codes}
          onDone={() => {
            setCodes(null);
          }}
        />
      )}
    </Sheet>
  );
}

function Wishes({ isOn, onWish }: { readonly isOn: boolean; readonly onWish: (wish: Wish) => void }) {
  const t = useTexts(texts);
  const wishes: readonly (readonly [Wish, string])[] = isOn
    ? [
        ['codes', t.newCodes],
        ['disable', t.disable],
      ]
    : [['enable', t.enable]];
  return (
    <div className="security-acts">
      {wishes.map(([wish, label]) => (
        <Button
          key={wish}
          look={wish === 'disable' ? 'danger' : 'default'}
          onClick={() => {
            onWish(wish);
          }}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

interface PasswordFirstProps {
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onPassword: (password: string) => void;
  readonly onCancel: () => void;
}

function PasswordFirst({ isBusy, error, onPassword, onCancel }: PasswordFirstProps) {
  const t = useTexts(texts);
  const [password, setPassword] = useState('');
  return (
    <form
      noValidate
      className="form security-form"
      onSubmit={(event) => {
        event.preventDefault();
        onPassword(password);
      }}
    >
      <TextField
        label={t.confirmPassword}
        type="password"
        autoComplete="current-password"
        autoFocus
        value={password}
        onChange={setPassword}
      />
      <FaultLine error={error} />
      <div className="security-acts">
        <Button type="submit" look="primary" disabled={password === ''} isBusy={isBusy}>
          {t.proceed}
        </Button>
        <Button onClick={onCancel}>{t.cancel}</Button>
      </div>
    </form>
  );
}

function Confirm({ uri, onDone }: { readonly uri: string; readonly onDone: () => void }) {
  const t = useTexts(texts);
  const [code, setCode] = useState('');
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  const verify = useMutation({ mutationFn: () => askAuth('/two-factor/verify-totp', { code }), onSuccess: onDone });
  return (
    <form
      noValidate
      className="form security-form"
      onSubmit={(event) => {
        event.preventDefault();
        verify.mutate();
      }}
    >
      <p>{t.scan}</p>
      <QrCode text={uri} label={t.scan} />
      <p className="fine quiet">
        {t.secret} <code>{secret}</code>
        <CopyButton text={secret} />
      </p>
      <TextField
        label={t.code}
        value={code}
        onChange={setCode}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        maxLength={6}
      />
      <FaultLine error={verify.error} />
      <div>
        <Button type="submit" look="primary" disabled={!/^\d{6}$/.test(code)} isBusy={verify.isPending}>
          {t.confirm}
        </Button>
      </div>
    </form>
  );
}

function Codes({ codes, onDone }: { readonly codes: readonly string[]; readonly onDone: () => void }) {
  const t = useTexts(texts);
  return (
    <div className="form security-form">
      <p>
        <b>{t.backup}</b> <CopyButton text={codes.join('\n')} label={t.copyCodes} />
      </p>
      <p className="quiet">{t.backupAbout}</p>
      <ul className="backup-codes mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div>
        <Button look="primary" onClick={onDone}>
          {t.done}
        </Button>
      </div>
    </div>
  );
}
