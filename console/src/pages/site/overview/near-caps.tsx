import { formatExact } from '@tollgate/contract/money';
import type { OwnKey } from '../../../api/keys.ts';
import { AppLink } from '../../../components/links/app-link.tsx';
import { moneyText, nano } from '../../../components/money/money-text.ts';
import { Barrier } from '../../../components/tenants/barrier.tsx';
import { usedCaps, type UsedCap } from '../../../components/tenants/key-caps.ts';
import { useResumeText } from '../../../components/tenants/key-state.tsx';
import { RaiseCap } from '../../../components/tenants/raise-cap.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { texts } from './texts.ts';

export interface NearKey {
  readonly record: OwnKey;
  readonly used: UsedCap;
}

const nearPercent = 80;
const shownMax = 6;

/** Active keys that have spent at least 80 % of a cap, highest percentage first. */
export function keysNearCaps(keys: readonly OwnKey[]): readonly NearKey[] {
  return keys
    .filter(({ status }) => status === 'available' || status === 'paused')
    .flatMap((record) => {
      const used = usedCaps(record)[0];
      return used === undefined || used.percent < nearPercent ? [] : [{ record, used }];
    })
    .sort((left, right) => right.used.percent - left.used.percent);
}

export function NearCaps({ near }: { readonly near: readonly NearKey[] }) {
  const t = useTexts(texts);
  return (
    <Sheet title={t.near} right={<AppLink to={paths.keys}>{t.allKeys}</AppLink>}>
      {near.length === 0 ? (
        <EmptyState>{t.noneNear}</EmptyState>
      ) : (
        <ul className="near">
          {near.slice(0, shownMax).map((each) => (
            <NearRow key={each.record.id} near={each} />
          ))}
        </ul>
      )}
    </Sheet>
  );
}

function NearRow({ near: { record, used } }: { readonly near: NearKey }) {
  const t = useTexts(texts);
  const span = used.period === 'daily' ? t.thisDay : t.thisMonth;
  const resumes = useResumeText()(record);
  const isPaused = record.status === 'paused';
  return (
    <li>
      <div className="who">
        <AppLink to={paths.key(record.id)}>
          <b>{record.remark || record.prefix}</b>
        </AppLink>
        <small className="quiet">{span}</small>
      </div>
      <Barrier spent={used.spent} cap={used.cap} label={`${record.remark} ${span}`} />
      <div className="do">
        {isPaused ? (
          <>
            <small>{resumes === null ? null : t.paused(resumes)}</small>
            <RaiseCap record={record} isPlain />
          </>
        ) : (
          <>
            <small className="quiet">{t.left(moneyText(formatExact(nano(used.cap) - nano(used.spent))))}</small>
            <AppLink to={paths.calls({ key_id: record.id })}>{t.seeCalls}</AppLink>
          </>
        )}
      </div>
    </li>
  );
}
