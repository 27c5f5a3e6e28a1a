import { useState } from 'react';
import type { Provider, ProviderRoute } from '../../../api/providers.ts';
import { useWhy } from '../../../components/errors/error-state.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { StatusWord } from '../../../ui/states/status-word.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { ConfirmTyped } from '../../../ui/windows/confirm-typed.tsx';
import { routeState, stateLooks } from '../provider-figures.ts';
import { dialectName, providerWords } from '../provider-words.ts';
import { useChangeProvider } from '../use-provider.ts';
import { AddKeysDrawer } from './add-keys-drawer.tsx';
import { KeyPool } from './key-pool.tsx';
import { RouteDrawer } from './route-drawer.tsx';
import { texts } from './texts.ts';
import { useMaintenanceWords } from './use-maintenance-words.ts';

interface PartProps {
  readonly provider: Provider;
  readonly mayChange: boolean;
}

/** A sheet for each route of an upstream. */
export function RouteSheets({ provider, mayChange }: PartProps) {
  const t = useTexts(texts);
  const [isAdding, setAdding] = useState(false);
  const add = (
    <Button
      icon="plus"
      onClick={() => {
        setAdding(true);
      }}
    >
      {t.addRoute}
    </Button>
  );
  return (
    <>
      {provider.routes.map((route) => (
        <RouteSheet key={route.id} provider={provider} route={route} mayChange={mayChange} />
      ))}
      {provider.routes.length === 0 ? (
        <Sheet>
          <EmptyState action={mayChange ? add : undefined}>{t.noRoutes}</EmptyState>
        </Sheet>
      ) : mayChange ? (
        <div className="provider-more">{add}</div>
      ) : null}
      {isAdding ? (
        <RouteDrawer
          provider={provider}
          onClose={() => {
            setAdding(false);
          }}
        />
      ) : null}
    </>
  );
}

function useRouteActs({ provider, route }: { readonly provider: Provider; readonly route: ProviderRoute }) {
  const t = useTexts(texts);
  const words = useTexts(providerWords);
  const why = useWhy();
  const changing = useChangeProvider(provider.id);
  const maintenanceWords = useMaintenanceWords(provider);
  const maintain = (maintenance: boolean): void => {
    const name = t.route(words.regions[route.region]);
    changing.mutate(
      {
        patch: ({ routes }) => ({
          routes: routes.map(({ id, region, base_url }) => ({
            region,
            base_url,
            ...(id === route.id ? { maintenance } : {}),
          })),
        }),
        done: maintenanceWords(name, maintenance, route.id),
        undo: () => {
          maintain(!maintenance);
        },
      },
      {
        onError: (error) => {
          toast(why(error));
        },
      },
    );
  };
  const remove = (onSuccess: () => void): void => {
    changing.mutate(
      {
        patch: ({ routes }) => ({
          routes: routes.filter(({ id }) => id !== route.id).map(({ region, base_url }) => ({ region, base_url })),
        }),
        done: t.routeRemoved,
      },
      { onSuccess },
    );
  };
  return { changing, maintain, remove, fault: changing.error === null ? undefined : why(changing.error) };
}

function RouteSheet({ provider, route, mayChange }: PartProps & { readonly route: ProviderRoute }) {
  const t = useTexts(texts);
  const words = useTexts(providerWords);
  const [open, setOpen] = useState<'keys' | 'remove' | null>(null);
  const { changing, maintain, remove, fault } = useRouteActs({ provider, route });
  const state = routeState(route);
  const close = (): void => {
    setOpen(null);
  };
  return (
    <Sheet
      title={t.route(words.regions[route.region])}
      note={<code className="provider-address">{route.base_url}</code>}
      right={
        <>
          <StatusWord look={stateLooks[state]}>{words.states[state]}</StatusWord>
          {mayChange ? (
            <>
              <Button
                isBusy={changing.isPending}
                onClick={() => {
                  maintain(!route.maintenance);
                }}
              >
                {route.maintenance ? t.endMaintenance : t.maintain}
              </Button>
              <Button
                onClick={() => {
                  setOpen('keys');
                }}
              >
                {t.addKeys}
              </Button>
              <Button
                look="plain"
                onClick={() => {
                  setOpen('remove');
                }}
              >
                {t.removeRoute}
              </Button>
            </>
          ) : null}
        </>
      }
      foot={otherAddresses(route, t.otherAddresses)}
      className="provider-route"
    >
      <KeyPool provider={provider} route={route} mayChange={mayChange} />
      {open === 'keys' ? <AddKeysDrawer provider={provider} route={route} onClose={close} /> : null}
      {open === 'remove' ? (
        <ConfirmTyped
          title={t.removeRoute}
          word={URL.canParse(route.base_url) ? new URL(route.base_url).host : route.id}
          verb={t.remove}
          isBusy={changing.isPending}
          error={fault}
          onConfirm={() => {
            remove(close);
          }}
          onClose={close}
        >
          {t.removeRouteSays}
        </ConfirmTyped>
      ) : null}
    </Sheet>
  );
}

function otherAddresses({ addresses }: ProviderRoute, said: (list: string) => string): string | undefined {
  const list = Object.entries(addresses).map(
    ([dialect, { base_url: base = '', path = '' }]) => `${dialectName(dialect)} ${base}${path}`,
  );
  return list.length === 0 ? undefined : said(list.join(' · '));
}
