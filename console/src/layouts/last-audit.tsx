import { useQuery } from '@tanstack/react-query';
import { lastAuditQuery } from '../api/last-audit.ts';
import { AppLink } from '../components/links/app-link.tsx';
import { exactText } from '../components/money/money-text.ts';
import { partsOf, useServiceZone } from '../components/time/time-text.ts';
import { useTexts } from '../i18n/texts.ts';
import { paths } from '../paths.ts';
import { Icon } from '../ui/pictures/icon.tsx';
import { layoutTexts } from './layout-texts.ts';

/** Below the operator navigation: whether the books balanced in the last audit. */
export function LastAudit() {
  const { audit: t } = useTexts(layoutTexts);
  const zone = useServiceZone();
  const last = useQuery(lastAuditQuery).data?.last;
  if (last === undefined) return null;
  const isWrong = last?.ok === false;
  return (
    <AppLink className={isWrong ? 'rail-audit wrong' : 'rail-audit'} to={paths.operatorAudit}>
      <Icon name={last === null ? 'clock' : isWrong ? 'info' : 'check'} />
      <b>{last === null ? t.none : isWrong ? t.wrong : t.ok}</b>
      {last === null ? null : <small>{t.note(partsOf(last.at, zone).time.slice(0, 5), exactText(last.difference))}</small>}
    </AppLink>
  );
}
