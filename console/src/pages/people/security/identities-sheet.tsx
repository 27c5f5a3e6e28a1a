import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ErrorState } from '../../../components/errors/error-state.tsx';
import { useAddressState } from '../../../components/links/address-state.ts';
import { Time } from '../../../components/time/time.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { ActButton } from '../../../ui/buttons/act-button.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { useOutsideWords } from '../outside-words.ts';
import { offersQuery } from '../sign-in.ts';
import { askAuth } from './auth-calls.ts';
import { FaultLine } from './fault-line.tsx';
import { identitiesQuery } from './identities.ts';
import { useProof } from './proof.tsx';
import { texts } from './texts.ts';

/** Linked single sign-on identities; empty if no provider is or was configured. */
export function IdentitiesSheet() {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const withProof = useProof();
  const { data: offers } = useQuery(offersQuery);
  const { data, error, refetch } = useQuery(identitiesQuery);
  const remove = useMutation({
    mutationFn: (accountId: string) => withProof(() => askAuth('/unlink-account', { accountId })),
    onSuccess: async () => {
      toast(t.unlinked);
      await queries.invalidateQueries({ queryKey: identitiesQuery.queryKey });
    },
  });
  const provider = offers?.outside ?? null;
  const linked = data?.filter(({ providerId }) => providerId !== 'credential') ?? [];
  if (provider === null && linked.length === 0) return null;
  return (
    <Sheet title={t.identities} isPadded>
      <p className="quiet security-about">{t.identitiesAbout}</p>
      {error === null ? null : <ErrorState what={t.failed.identities} error={error} onRetry={() => void refetch()} />}
      <ul className="security-list">
        {linked.map(({ id, createdAt }) => (
          <li key={id}>
            <span>
              {provider?.name ?? t.identity}{' '}
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
              {t.unlink}
            </Button>
          </li>
        ))}
      </ul>
      <FaultLine error={remove.error} />
      {provider === null || data === undefined || linked.length > 0 ? null : <LinkIdentity provider={provider} />}
    </Sheet>
  );
}

/** Opens the identity provider, which returns people here, with the reason if linking failed. */
function LinkIdentity({ provider: { id, name } }: { readonly provider: { readonly id: string; readonly name: string } }) {
  const t = useTexts(texts);
  const withProof = useProof();
  const { query } = useAddressState();
  const refusal = useOutsideWords(query.error);
  const link = useMutation({
    mutationFn: async () => {
      const ask = { provider: id, callbackURL: paths.security, errorCallbackURL: paths.security };
      const { url } = await withProof(() => askAuth<{ readonly url: string }>('/link-social', ask));
      location.assign(url);
    },
  });
  return (
    <>
      <p className="security-about">{t.noIdentities}</p>
      {refusal === null ? null : (
        <p className="hint bad" role="alert">
          {refusal}
        </p>
      )}
      <FaultLine error={link.error} />
      <div className="security-acts">
        <ActButton icon="out" act={link}>
          {t.link(name)}
        </ActButton>
      </div>
    </>
  );
}
