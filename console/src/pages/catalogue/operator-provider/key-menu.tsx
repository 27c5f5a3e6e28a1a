import { Dropdown, type MenuProps } from 'antd';
import { useRef, useState } from 'react';
import { useWhy } from '../../../components/errors/error-state.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { IconButton } from '../../../ui/buttons/button.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { ConfirmTyped } from '../../../ui/windows/confirm-typed.tsx';
import { keyName } from '../provider-figures.ts';
import { keptKey, useChangeProvider, withEachKey, withKeys } from '../use-provider.ts';
import { KeyDrawer, type KeyOfRoute } from './key-drawer.tsx';
import { texts } from './texts.ts';

type MenuClick = Parameters<NonNullable<MenuProps['onClick']>>[0];

/** Everything that can be done to a key of a route. */
export function KeyMenu(props: KeyOfRoute) {
  const t = useTexts(texts);
  const why = useWhy();
  const { provider, route, record } = props;
  const changing = useChangeProvider(provider.id);
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const name = keyName(record);
  /** The menu is closed by then, so the window returns the focus to its button. */
  const show = (what: 'edit' | 'remove'): void => {
    trigger.current?.focus();
    setOpen(what);
  };
  const close = (): void => {
    setOpen(null);
  };
  const items = [
    {
      key: 'edit',
      label: t.edit,
      onClick: ({ domEvent }: MenuClick) => {
        // The Enter that chose it would otherwise also submit the form, which has the focus by then.
        domEvent.preventDefault();
        show('edit');
      },
    },
    {
      key: 'switch',
      label: record.enabled ? t.disable : t.enable,
      onClick: () => {
        const patch = withEachKey([record.id], { enabled: !record.enabled });
        const done = record.enabled ? t.keyOff(name) : t.keyOn(name);
        changing.mutate(
          { patch, done },
          {
            onError: (error) => {
              toast(why(error));
            },
          },
        );
      },
    },
    {
      key: 'remove',
      label: t.remove,
      danger: true,
      onClick: () => {
        if (route.keys.length === 1) toast(t.lastKey);
        else show('remove');
      },
    },
  ];
  return (
    <>
      <Dropdown autoFocus menu={{ items }} trigger={['click']} placement="bottomRight">
        <IconButton ref={trigger} icon="more" label={t.more(name)} />
      </Dropdown>
      {open === 'edit' ? <KeyDrawer {...props} onClose={close} /> : null}
      {open === 'remove' ? (
        <ConfirmTyped
          title={t.removeTitle(name)}
          word={record.api_key_last4 ?? record.id}
          verb={t.remove}
          isBusy={changing.isPending}
          error={changing.error === null ? undefined : why(changing.error)}
          onConfirm={() => {
            const patch = withKeys(route.id, (keys) => keys.filter(({ id }) => id !== record.id).map(keptKey));
            changing.mutate({ patch, done: t.keyRemoved(name) }, { onSuccess: close });
          }}
          onClose={close}
        >
          {t.removeKeySays}
        </ConfirmTyped>
      ) : null}
    </>
  );
}
