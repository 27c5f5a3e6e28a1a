import { browserSupportsWebAuthn, startRegistration, type PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../api/http/api-error.ts';
import { ErrorState } from '../../../components/errors/error-state.tsx';
import { Time } from '../../../components/time/time.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { ActButton } from '../../../ui/buttons/act-button.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { askAuth, readAuth } from './auth-calls.ts';
import { isDeclined } from './declined.ts';
import { FaultLine } from './fault-line.tsx';
import { useProof } from './proof.tsx';
import { texts } from './texts.ts';

interface Passkey {
  readonly id: string;
  readonly name: string | null;
  readonly createdAt: string;
}

const key = ['passkeys'];

async function addPasskey(withProof: ReturnType<typeof useProof>): Promise<void> {
  const optionsJSON = await withProof(() =>
    readAuth<PublicKeyCredentialCreationOptionsJSON>('/passkey/generate-register-options'),
  );
  const response = await startRegistration({ optionsJSON });
  await askAuth('/passkey/verify-registration', { response });
}

export function PasskeysSheet() {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const withProof = useProof();
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: () => readAuth<readonly Passkey[]>('/passkey/list-user-passkeys'),
  });
  const refresh = () => queries.invalidateQueries({ queryKey: key });
  const add = useMutation({
    mutationFn: () => addPasskey(withProof),
    onSuccess: async () => {
      toast(t.passkeyAdded);
      await refresh();
    },
  });
  const remove = useMutation({
    mutationFn: (id: string) => withProof(() => askAuth('/passkey/delete-passkey', { id })),
    onSuccess: async () => {
      toast(t.removed);
      await refresh();
    },
  });
  const canAdd = browserSupportsWebAuthn();
  const isOfBrowser = add.error !== null && !(add.error instanceof ApiError) && !isDeclined(add.error);
  return (
    <Sheet title={t.passkeys} isPadded>
      <p className="quiet security-about">{canAdd ? t.passkeysAbout : t.notSupported}</p>
      {error === null ? null : <ErrorState what={t.failed.passkeys} error={error} onRetry={() => void refetch()} />}
      <ul className="security-list">
        {data?.map(({ id, name, createdAt }) => (
          <li key={id}>
            <span>
              {name === null || name === '' ? t.passkeyName : name}{' '}
              <span className="quiet">
                <Time at={createdAt} form="date" />
              </span>
            </span>
            <Button
              look="danger"
              isBusy={remove.isPending && remove.variables === id}
              onClick={() => {
                remove.mutate(id);
              }}
            >
              {t.remove}
            </Button>
          </li>
        ))}
      </ul>
      {data?.length === 0 ? <p className="security-about">{t.noPasskeys}</p> : null}
      {isOfBrowser ? (
        <p className="hint bad" role="alert">
          {t.passkeyFailed}
        </p>
      ) : (
        <FaultLine error={add.error} />
      )}
      <FaultLine error={remove.error} />
      <div className="security-acts">
        <ActButton disabled={!canAdd} act={add}>
          {t.addPasskey}
        </ActButton>
      </div>
    </Sheet>
  );
}
