import { useMutation } from '@tanstack/react-query';
import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';
import { ApiError } from '../../../api/http/api-error.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { Modal } from '../../../ui/windows/modal.tsx';
import { askAuth } from './auth-calls.ts';
import { Declined } from './declined.ts';
import { FaultLine } from './fault-line.tsx';
import { texts } from './texts.ts';

/** Runs a change to the sign-in methods; asks for the password first if the sign-in is not recent. */
type WithProof = <T>(act: () => Promise<T>) => Promise<T>;

const ProofContext = createContext<WithProof>((act) => act());

export const useProof = (): WithProof => useContext(ProofContext);

const framesMax = 120;

/** A button stays disabled until its action ends, and can be focused only then. */
function focusWhenReady(button: Element | null, frames = 0): void {
  if (!(button instanceof HTMLElement) || frames === framesMax) return;
  const isWaiting = button.matches(':disabled') || document.activeElement?.closest('dialog') instanceof HTMLElement;
  if (isWaiting)
    requestAnimationFrame(() => {
      focusWhenReady(button, frames + 1);
    });
  else if (document.activeElement === document.body) button.focus();
}

interface Waiting {
  readonly go: () => void;
  readonly stop: () => void;
}

export function ProofAsked({ children }: { readonly children: ReactNode }) {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const withProof = useMemo<WithProof>(
    () => async (act) => {
      const pressed = document.activeElement;
      try {
        return await act();
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'proof_needed') throw error;
        await new Promise<void>((resolve, reject) => {
          setWaiting({
            go: resolve,
            stop: () => {
              reject(new Declined('no password was given'));
            },
          });
        }).finally(() => {
          setWaiting(null);
          focusWhenReady(pressed);
        });
        return await act();
      }
    },
    [],
  );
  return (
    <ProofContext.Provider value={withProof}>
      {children}
      {waiting === null ? null : <AskForPassword {...waiting} />}
    </ProofContext.Provider>
  );
}

function AskForPassword({ go, stop }: Waiting) {
  const t = useTexts(texts);
  const [password, setPassword] = useState('');
  const prove = useMutation({ mutationFn: () => askAuth('/prove', { password }), onSuccess: go });
  return (
    <Modal label={t.proof} onClose={stop}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          prove.mutate();
        }}
      >
        <header>
          <h2>{t.proof}</h2>
        </header>
        <div className="pad form">
          <TextField
            label={t.confirmPassword}
            hint={t.proofHint}
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
          />
          <FaultLine error={prove.error} />
        </div>
        <footer>
          <Button onClick={stop}>{t.cancel}</Button>
          <Button type="submit" look="primary" disabled={password === ''} isBusy={prove.isPending}>
            {t.proceed}
          </Button>
        </footer>
      </form>
    </Modal>
  );
}
