import { useQuery } from '@tanstack/react-query';
import { useAccount } from '../../../api/current-account.ts';
import { balanceQuery } from '../../../api/own-account.ts';
import { AppLink } from '../../../components/links/app-link.tsx';
import { HeldTrial, useHeldTrial } from '../../../components/money/held-trial.tsx';
import { nano, plainMoneyText } from '../../../components/money/money-text.ts';
import { RaiseCap } from '../../../components/tenants/raise-cap.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { Notice } from '../../../ui/states/notice.tsx';
import type { NearKey } from './near-caps.tsx';
import { texts } from './texts.ts';

interface OverviewNoticesProps {
  readonly near: readonly NearKey[];
  readonly mayReadBalance: boolean;
}

/** Problems of the whole account, each with its remedy. */
export function OverviewNotices({ near, mayReadBalance }: OverviewNoticesProps) {
  const t = useTexts(texts);
  const account = useAccount();
  const held = useHeldTrial();
  const balance = useQuery({ ...balanceQuery(account.id), enabled: mayReadBalance }).data;
  const paused = near.filter(({ record }) => record.status === 'paused');
  const isUsedUp = balance !== undefined && nano(balance.available) <= 0n;
  return (
    <>
      <HeldTrial />
      {isUsedUp && held === null ? <Notice>{t.low}</Notice> : null}
      <PausedKeys paused={paused} />
    </>
  );
}

function PausedKeys({ paused }: { readonly paused: readonly NearKey[] }) {
  const t = useTexts(texts);
  const [first, ...more] = paused;
  if (first === undefined) return null;
  const { record, used } = first;
  const cap = used.period === 'daily' ? t.capDay(plainMoneyText(used.cap)) : t.capMonth(plainMoneyText(used.cap));
  return (
    <Notice isPaused remedy={<RaiseCap record={record} isPlain />}>
      <b>{record.remark || record.prefix}</b> {t.pausedOne(cap, used.period === 'daily' ? t.tomorrow : t.nextMonth)}{' '}
      {more.length === 0 ? null : <AppLink to={`${paths.keys}?state=paused`}>{t.pausedMore(more.length)}</AppLink>}
    </Notice>
  );
}
