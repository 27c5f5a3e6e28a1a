import { Dropdown } from 'antd';
import { useRef, useState } from 'react';
import type { OwnKey } from '../../../api/keys.ts';
import { useGo } from '../../../components/links/app-link.tsx';
import { useChangeKey } from '../../../components/tenants/use-change-key.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { IconButton } from '../../../ui/buttons/button.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { DeleteKey } from './delete-key.tsx';
import { ResetKey } from './reset-key.tsx';
import { texts } from './texts.ts';

/** Disables or enables a key at once; a message offers to undo it. */
export function useSwitchKey(): (record: OwnKey) => void {
  const t = useTexts(texts);
  const change = useChangeKey();
  return (record) => {
    const name = record.remark || t.untitled;
    const isOff = record.status === 'disabled';
    const said = isOff ? t.enabled(name) : t.disabled(name);
    change(record, { status: isOff ? 'available' : 'disabled' }, said).catch(() => {
      toast(t.notChanged(name));
    });
  };
}

/** The remaining actions for a key in the list. */
export function KeyMenu({ record }: { readonly record: OwnKey }) {
  const t = useTexts(texts);
  const go = useGo();
  const switchKey = useSwitchKey();
  const [asking, setAsking] = useState<'reset' | 'remove' | null>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  /** The menu is closed by then, so the window returns the focus to the menu button. */
  const ask = (what: 'reset' | 'remove'): void => {
    trigger.current?.focus();
    setAsking(what);
  };
  const close = (): void => {
    setAsking(null);
  };
  const items = [
    {
      key: 'open',
      label: t.menu.open,
      onClick: () => {
        go(paths.key(record.id));
      },
    },
    {
      key: 'calls',
      label: t.menu.calls,
      onClick: () => {
        go(paths.calls({ key_id: record.id }));
      },
    },
    { type: 'divider' as const },
    {
      key: 'switch',
      label: record.status === 'disabled' ? t.menu.enable : t.menu.disable,
      onClick: () => {
        switchKey(record);
      },
    },
    {
      key: 'reset',
      label: t.menu.reset,
      onClick: () => {
        ask('reset');
      },
    },
    {
      key: 'remove',
      label: t.menu.remove,
      danger: true,
      onClick: () => {
        ask('remove');
      },
    },
  ];
  return (
    <>
      <Dropdown autoFocus menu={{ items }} trigger={['click']} placement="bottomRight">
        <IconButton ref={trigger} icon="more" label={t.more(record.remark || t.untitled)} />
      </Dropdown>
      {asking === 'reset' ? <ResetKey record={record} onClose={close} /> : null}
      {asking === 'remove' ? <DeleteKey record={record} onClose={close} /> : null}
    </>
  );
}
