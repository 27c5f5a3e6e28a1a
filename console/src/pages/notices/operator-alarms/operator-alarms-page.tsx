import { alarmWords } from '@tollgate/contract/alarms/alarm-kinds';
import { operatorNoticesApi } from '../../../api/clients/operator-notices.ts';
import { useList } from '../../../api/http/use-list.ts';
import { Loading } from '../../../components/errors/error-state.tsx';
import { PageHead } from '../../../components/head/page-head.tsx';
import { useAddressState } from '../../../components/links/address-state.ts';
import { AppLink } from '../../../components/links/app-link.tsx';
import { NewLink } from '../../../components/links/new-link.tsx';
import { Time } from '../../../components/time/time.tsx';
import { useLanguage, useTexts } from '../../../i18n/texts.ts';
import { paths, withQuery } from '../../../paths.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { StatusWord } from '../../../ui/states/status-word.tsx';
import { alarmPlace } from './alarm-place.ts';
import { deliveryLooks } from './delivery-looks.ts';
import './operator-alarms.css';
import { RobotDrawer } from './robot-drawer.tsx';
import { RobotList } from './robot-list.tsx';
import type { AlarmGroup } from './robots.ts';
import { texts } from './texts.ts';

function AlarmRow({ group }: { readonly group: AlarmGroup }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const said = group.alarms.map(({ subject, params, count }) => ({
    subject,
    count,
    words: alarmWords(group.kind, params, language),
  }));
  const first = said[0]?.words ?? null;
  const place = alarmPlace(group.alarms[0]?.params ?? {});
  return (
    <li>
      <div>
        <p>
          <b>{first?.title ?? group.kind}</b>
        </p>
        <ul className="alarm-lines">
          {said.map(({ subject, count, words }) => (
            <li key={subject}>
              {words?.line ?? subject} {count > 1 ? <span className="quiet">{t.times(count)}</span> : null}
            </li>
          ))}
        </ul>
        {first === null ? null : (
          <p className="quiet">
            {first.remedy}
            {place === null ? null : (
              <>
                {' '}
                <AppLink to={place}>{t.toCause}</AppLink>
              </>
            )}
          </p>
        )}
        <p className="alarm-facts">
          {group.deliveries.length === 0 ? (
            <span className="quiet">
              {t.groups[group.state]}
              {group.state === 'told' ? ` · ${t.toNobody}` : ''}
            </span>
          ) : (
            group.deliveries.map(({ robot_id: id, robot_name: name, state }) => (
              <StatusWord key={id} look={deliveryLooks[state]}>
                {name} {t.states[state]}
              </StatusWord>
            ))
          )}
          <span className="quiet">
            <Time at={group.created_at} form="ago" />
          </span>
        </p>
      </div>
    </li>
  );
}

function AlarmList() {
  const t = useTexts(texts);
  const { rows, error, more, onRetry } = useList(['operator', 'alarms'], (page, signal) =>
    operatorNoticesApi.listAlarms({ query: page, signal }),
  );
  if (rows === undefined) return <Loading of={{ error, refetch: onRetry }} what={t.failed.alarms} height={240} />;
  if (rows.length === 0) return <EmptyState>{t.noAlarms}</EmptyState>;
  return (
    <>
      <ul className="alarms">
        {rows.map((group) => (
          <AlarmRow key={group.id} group={group} />
        ))}
      </ul>
      {more.hasMore ? (
        <p className="alarms-more">
          <Button isBusy={more.isLoading} onClick={more.load}>
            {t.more}
          </Button>
        </p>
      ) : null}
    </>
  );
}

/** Alarms, and the chat bots that deliver them to operators. */
export default function OperatorAlarmsPage() {
  const t = useTexts(texts);
  const { query, set } = useAddressState();
  return (
    <>
      <PageHead title={t.title} main={<NewLink to={withQuery(paths.operatorAlarms, { add: '1' })}>{t.add}</NewLink>} />
      <RobotList />
      <Sheet title={t.alarms}>
        <AlarmList />
      </Sheet>
      {query.add === undefined ? null : (
        <RobotDrawer
          onClose={() => {
            set({ add: undefined });
          }}
        />
      )}
    </>
  );
}
