import { useMutation, useQueryClient } from '@tanstack/react-query';
import { operatorPeopleApi } from '../api/clients/operator-people.ts';
import { useSession } from '../api/session.ts';
import { useGo } from '../components/links/app-link.tsx';
import { useTexts } from '../i18n/texts.ts';
import { paths } from '../paths.ts';
import { ActButton } from '../ui/buttons/act-button.tsx';
import { layoutTexts } from './layout-texts.ts';
import './impersonation-band.css';

/** Shown above every page while an operator views an account, which is read-only meanwhile. */
export function ImpersonationBand() {
  const { looking: t } = useTexts(layoutTexts);
  const { looks_at: looked } = useSession();
  const queries = useQueryClient();
  const go = useGo();
  const end = useMutation({
    mutationFn: () => operatorPeopleApi.endImpersonation(),
    onSuccess: () => {
      const to = looked === null ? paths.operatorAccounts : paths.operatorAccount(looked.account_id);
      queries.clear();
      go(to);
    },
  });
  if (looked === null) return null;
  return (
    <div className="looking" role="status">
      <p>
        {t.at} <b>{looked.name}</b> · {t.readOnly}
      </p>
      <ActButton act={end}>{t.leave}</ActButton>
    </div>
  );
}
