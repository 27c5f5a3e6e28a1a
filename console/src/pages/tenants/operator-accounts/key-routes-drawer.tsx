import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { routeBalances } from '@tollgate/contract/enumerations';
import type { KeyAnswer } from '@tollgate/contract/tenants/operator-keys';
import { useState } from 'react';
import { operatorTenantsApi } from '../../../api/clients/operator-tenants.ts';
import { providersQuery, type Provider } from '../../../api/providers.ts';
import { useSession } from '../../../api/session.ts';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { SelectField } from '../../../components/forms/select-field.tsx';
import { AppLink } from '../../../components/links/app-link.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Check } from '../../../ui/forms/text-field.tsx';
import { FormSentence } from '../../../ui/states/notice.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { SubmitDrawer } from '../../../ui/windows/submit-drawer.tsx';
import { keyRoutesTexts } from './key-routes-texts.ts';

const routings = ['default', ...routeBalances] as const;

/** The routes that can serve an account, with the names that operators know. */
function routesFor(providers: readonly Provider[], accountId: string) {
  return providers
    .filter(({ account_id: owner, built_in: isBuiltIn }) => !isBuiltIn && (owner === null || owner === accountId))
    .flatMap(({ name, routes }) => routes.map(({ id, region, base_url: address }) => ({ id, name, region, address })));
}

interface KeyRoutesDrawerProps {
  readonly record: KeyAnswer;
  readonly onClose: () => void;
}

/** Which routes the calls of a key take: a preferred one, how the others are chosen, and whether they leave the country. */
function KeyRoutesDrawer({ record, onClose }: KeyRoutesDrawerProps) {
  const t = useTexts(keyRoutesTexts);
  const client = useQueryClient();
  const { data: providers } = useQuery(providersQuery);
  const [preferred, setPreferred] = useState(record.preferred_route ?? '');
  const [routing, setRouting] = useState<(typeof routings)[number]>(record.routing ?? 'default');
  const [isDomestic, setDomestic] = useState(record.domestic_only);
  const saving = useMutation({
    mutationFn: () =>
      operatorTenantsApi.changeKey({
        params: { id: record.id },
        body: {
          preferred_route: preferred === '' ? null : preferred,
          routing: routing === 'default' ? null : routing,
          domestic_only: isDomestic,
        },
      }),
    onSuccess: async () => {
      toast(t.saved);
      onClose();
      await client.invalidateQueries({ queryKey: ['operator', 'account', record.account_id] });
    },
  });
  const routes = routesFor(providers ?? [], record.account_id);
  const gone =
    preferred === '' || routes.some(({ id }) => id === preferred)
      ? []
      : [[preferred, providers === undefined ? preferred : t.gone(preferred)] as const];
  const named = routes.map(({ id, name, region, address }) => [id, `${name} · ${t.regions[region]} · ${address}`] as const);
  return (
    <SubmitDrawer
      title={t.title}
      submit={t.save}
      isBusy={saving.isPending}
      onClose={onClose}
      onSubmit={() => {
        saving.mutate();
      }}
    >
      <SelectField
        label={t.preferred}
        hint={t.preferredHint}
        value={preferred}
        options={[['', t.none], ...gone, ...named]}
        onChange={setPreferred}
      />
      <SelectField
        label={t.routing}
        value={routing}
        options={routings.map((value) => [value, t.routings[value]] as const)}
        onChange={setRouting}
      />
      <Check isOn={isDomestic} onChange={setDomestic}>
        {t.domestic}
      </Check>
      <p>
        <AppLink to={paths.operatorSimulator({ account: record.account_id, key: record.id })}>{t.simulate}</AppLink>
      </p>
      <FormFault error={saving.error} />
      <FormSentence>{t.says}</FormSentence>
    </SubmitDrawer>
  );
}

/** Opens the routes of a key; nothing for a key that is over, and for people who may not change it. */
export function KeyRoutes({ record }: Pick<KeyRoutesDrawerProps, 'record'>) {
  const t = useTexts(keyRoutesTexts);
  const { operator } = useSession();
  const [isOpen, setOpen] = useState(false);
  const { status, remark, prefix, last4 } = record;
  if (operator !== 'administrator' || status === 'reset' || status === 'deleted') return null;
  return (
    <>
      <Button
        aria-label={t.open(remark === '' ? `${prefix}…${last4}` : remark)}
        onClick={() => {
          setOpen(true);
        }}
      >
        {t.routes}
      </Button>
      {isOpen ? (
        <KeyRoutesDrawer
          record={record}
          onClose={() => {
            setOpen(false);
          }}
        />
      ) : null}
    </>
  );
}
