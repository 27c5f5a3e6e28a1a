import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { operatorCatalogueApi } from '../../../api/clients/operator-catalogue.ts';
import type { Provider } from '../../../api/providers.ts';
import { useWhy } from '../../../components/errors/error-state.tsx';
import { useGo } from '../../../components/links/app-link.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { ActButton } from '../../../ui/buttons/act-button.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { countText } from '../../../ui/number-text.ts';
import { toast } from '../../../ui/states/toast.tsx';
import { ConfirmTyped } from '../../../ui/windows/confirm-typed.tsx';
import type { ProviderTest } from '../use-provider-test.ts';
import { useChangeProvider } from '../use-provider.ts';
import { useSwitchProvider } from '../use-switch-provider.ts';
import { SettingsDrawer } from './settings-drawer.tsx';
import { texts } from './texts.ts';
import { useMaintenanceWords } from './use-maintenance-words.ts';

interface ProviderActionsProps {
  readonly provider: Provider;
  readonly test: ProviderTest;
  readonly onPublish: () => void;
}

/** What can be done to an upstream as a whole. */
export function ProviderActions({ provider, test, onPublish }: ProviderActionsProps) {
  const t = useTexts(texts);
  const why = useWhy();
  const [open, setOpen] = useState<'settings' | 'remove' | null>(null);
  const changing = useChangeProvider(provider.id);
  const switching = useSwitchProvider(provider);
  const { name, enabled, maintenance } = provider;
  const maintenanceWords = useMaintenanceWords(provider);
  const maintain = (begins: boolean): void => {
    changing.mutate(
      {
        patch: () => ({ maintenance: begins }),
        done: maintenanceWords(name, begins, null),
        undo: () => {
          maintain(!begins);
        },
      },
      {
        onError: (error) => {
          toast(why(error));
        },
      },
    );
  };
  const close = (): void => {
    setOpen(null);
  };
  return (
    <>
      <Button
        look="primary"
        isBusy={test.isPending}
        onClick={() => {
          test.mutate(provider);
        }}
      >
        {t.test}
      </Button>
      <Button onClick={onPublish}>{t.fetch}</Button>
      <Button
        onClick={() => {
          setOpen('settings');
        }}
      >
        {t.settings}
      </Button>
      {enabled ? (
        <Button
          isBusy={changing.isPending}
          onClick={() => {
            maintain(!maintenance);
          }}
        >
          {maintenance ? t.endMaintenance : t.maintain}
        </Button>
      ) : null}
      <ActButton act={switching}>{switching.label}</ActButton>
      <span className="grow" />
      <Button
        look="danger"
        onClick={() => {
          setOpen('remove');
        }}
      >
        {t.remove}
      </Button>
      {open === 'settings' ? <SettingsDrawer provider={provider} onClose={close} /> : null}
      {open === 'remove' ? <RemoveProvider provider={provider} onClose={close} /> : null}
    </>
  );
}

function RemoveProvider({ provider, onClose }: { readonly provider: Provider; readonly onClose: () => void }) {
  const t = useTexts(texts);
  const why = useWhy();
  const go = useGo();
  const queries = useQueryClient();
  const removing = useMutation({
    mutationFn: () => operatorCatalogueApi.deleteProvider({ params: { id: provider.id } }),
    onSuccess: async () => {
      toast(t.removed(provider.name));
      // The page has loaded the list, which must not show the upstream once more.
      await queries.invalidateQueries({ queryKey: ['operator', 'providers'] });
      go(paths.operatorProviders);
    },
  });
  return (
    <ConfirmTyped
      title={t.removeTitle(provider.name)}
      word={provider.name}
      verb={t.remove}
      isBusy={removing.isPending}
      error={removing.error === null ? undefined : why(removing.error)}
      onConfirm={() => {
        removing.mutate();
      }}
      onClose={onClose}
    >
      {t.removeSays(countText(provider.models.length))}
    </ConfirmTyped>
  );
}
