import type { Provider } from '../../api/providers.ts';
import { useWhy } from '../../components/errors/error-state.tsx';
import { defineTexts, useTexts } from '../../i18n/texts.ts';
import type { Act } from '../../ui/buttons/act-button.tsx';
import { toast } from '../../ui/states/toast.tsx';
import { useChangeProvider } from './use-provider.ts';

const texts = defineTexts({
  zh: {
    enable: '启用',
    disable: '停用',
    enabled: (name: string) => `已启用 ${name}`,
    disabled: (name: string) => `已停用 ${name}，新的调用使用其他上游`,
  },
  en: {
    enable: 'Enable',
    disable: 'Disable',
    enabled: (name: string) => `${name} enabled`,
    disabled: (name: string) => `${name} disabled. New calls use other upstreams`,
  },
});

/** Disables or enables an upstream at once; a message offers to undo it. */
export function useSwitchProvider({ id, name, enabled }: Provider): Act & { readonly label: string } {
  const t = useTexts(texts);
  const why = useWhy();
  const changing = useChangeProvider(id);
  const set = (next: boolean, undo?: () => void): void => {
    const done = next ? t.enabled(name) : t.disabled(name);
    changing.mutate(
      { patch: () => ({ enabled: next }), done, ...(undo === undefined ? {} : { undo }) },
      {
        onError: (error) => {
          toast(why(error));
        },
      },
    );
  };
  return {
    label: enabled ? t.disable : t.enable,
    isPending: changing.isPending,
    mutate: () => {
      set(!enabled, () => {
        set(enabled);
      });
    },
  };
}
