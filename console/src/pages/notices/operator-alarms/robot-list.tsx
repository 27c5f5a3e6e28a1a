import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { operatorNoticesApi } from '../../../api/clients/operator-notices.ts';
import { Loading, useWhy } from '../../../components/errors/error-state.tsx';
import { useDeliveryFault } from '../../../components/notices/use-delivery-fault.ts';
import { Time } from '../../../components/time/time.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { StatusWord } from '../../../ui/states/status-word.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { ReceiverActs } from '../receiver-acts.tsx';
import { deliveryLooks } from './delivery-looks.ts';
import { robotsQuery, type Robot } from './robots.ts';
import { texts } from './texts.ts';

function useRobotActs({ id, name, enabled }: Robot) {
  const t = useTexts(texts);
  const why = useWhy();
  const wordsOf = useDeliveryFault();
  const client = useQueryClient();
  const path = { id };
  const onSettled = () => client.invalidateQueries({ queryKey: ['operator', 'robots'] });
  const onError = (error: Error) => {
    toast(why(error));
  };
  const test = useMutation({
    mutationFn: () => operatorNoticesApi.testRobot({ params: path }),
    onSuccess: ({ fault, reason }) => {
      toast(fault === null ? t.testOk(name) : t.testFailed(name, wordsOf(reason, fault)));
    },
    onSettled,
    onError,
  });
  const turn = useMutation({
    mutationFn: () => operatorNoticesApi.changeRobot({ params: path, body: { enabled: !enabled } }),
    onSettled,
    onError,
  });
  const remove = useMutation({
    mutationFn: () => operatorNoticesApi.removeRobot({ params: path }),
    onSuccess: () => {
      toast(t.removed(name));
    },
    onSettled,
    onError,
  });
  return { test, turn, remove };
}

function RobotRow({ robot }: { readonly robot: Robot }) {
  const t = useTexts(texts);
  const acts = useRobotActs(robot);
  const wordsOf = useDeliveryFault();
  const { name, kind, host, signs, enabled, last } = robot;
  return (
    <li>
      <div>
        <p>
          <b>{name}</b>
        </p>
        <p className="quiet">
          {t.kinds[kind]} · <span className="mono">{host}</span> · {signs ? t.signed : t.unsigned}
        </p>
        <p className="alarm-facts">
          {enabled ? null : <StatusWord look="off">{t.isOff}</StatusWord>}
          {last === null ? (
            <span className="quiet">{t.never}</span>
          ) : (
            <>
              <StatusWord look={deliveryLooks[last.state]}>{t.states[last.state]}</StatusWord>
              {last.tried_at === null ? null : (
                <span className="quiet">
                  <Time at={last.tried_at} form="ago" />
                </span>
              )}
            </>
          )}
        </p>
        {typeof last?.last_error !== 'string' ? null : <p className="bad">{wordsOf(last.last_fault, last.last_error)}</p>}
      </div>
      <div className="alarm-acts">
        <ReceiverActs isEnabled={enabled} acts={acts} words={t} />
      </div>
    </li>
  );
}

/** Chat bots for alarms, each with the result of its last message. */
export function RobotList() {
  const t = useTexts(texts);
  const { data, error, refetch } = useQuery(robotsQuery);
  return (
    <Sheet title={t.robots}>
      {data === undefined ? (
        <Loading of={{ error, refetch }} what={t.failed.robots} height={120} />
      ) : data.length === 0 ? (
        <EmptyState>{t.noRobots}</EmptyState>
      ) : (
        <ul className="alarms">
          {data.map((robot) => (
            <RobotRow key={robot.id} robot={robot} />
          ))}
        </ul>
      )}
    </Sheet>
  );
}
