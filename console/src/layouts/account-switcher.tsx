import { useQueryClient } from '@tanstack/react-query';
import { Dropdown } from 'antd';
import { chooseAccount } from '../api/current-account.ts';
import { send } from '../api/http/send.ts';
import { useSession, type AccountOfSession } from '../api/session.ts';
import { useGo } from '../components/links/app-link.tsx';
import { useTexts } from '../i18n/texts.ts';
import { paths } from '../paths.ts';
import { Icon } from '../ui/pictures/icon.tsx';
import { layoutTexts } from './layout-texts.ts';

/** Ends the session on the server and clears all displayed data. */
export function useSignOut(): () => void {
  const go = useGo();
  const queries = useQueryClient();
  return () => {
    void send('/api/console/auth/sign-out', { method: 'POST', body: {} }).finally(() => {
      queries.clear();
      go(paths.signIn);
    });
  };
}

/** The current account, with links to other accounts and the operator console, and the sign-out button. */
export function AccountSwitcher({ account }: { readonly account: AccountOfSession }) {
  const t = useTexts(layoutTexts);
  const { accounts, operator } = useSession();
  const go = useGo();
  const signOut = useSignOut();
  const items = [
    ...accounts.map(({ id, name, role }) => ({
      key: id,
      label: `${name} · ${t.roles[role]}`,
      onClick: () => {
        chooseAccount(id);
        go(paths.overview);
      },
    })),
    ...(operator === null
      ? []
      : [
          {
            key: 'operator',
            label: t.toOperator,
            onClick: () => {
              go(paths.operator);
            },
          },
        ]),
    { type: 'divider' as const, key: 'rule' },
    { key: 'out', label: t.signOut, onClick: signOut },
  ];
  return (
    <Dropdown autoFocus trigger={['click']} menu={{ items, selectedKeys: [account.id] }}>
      <button type="button" className="switcher">
        <span className="mono-mark" aria-hidden="true">
          {Array.from(account.name)[0]}
        </span>
        <span className="who">
          <span className="sr">{t.switchAccount}</span>
          <b>{account.name}</b>
          <small>{t.roles[account.role]}</small>
        </span>
        <Icon name="down" />
      </button>
    </Dropdown>
  );
}
