import { useQuery } from '@tanstack/react-query';
import { attemptFaultWords } from '@tollgate/contract/calls/attempt-faults';
import type { ProviderAnswer } from '@tollgate/contract/catalogue/providers';
import type { SetUpStepName } from '@tollgate/contract/site/overview';
import { workCountMax } from '@tollgate/contract/site/overview';
import type { OverviewAnswer } from '@tollgate/contract/site/overview';
import type { ReactNode } from 'react';
import { lastAuditQuery } from '../../../api/last-audit.ts';
import { LinkButton } from '../../../components/links/app-link.tsx';
import { moneyText, nano } from '../../../components/money/money-text.ts';
import { useAgoText, useServiceZone } from '../../../components/time/time-text.ts';
import { useLanguage, useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { countText } from '../../../ui/number-text.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { StatusWord, type StatusLook } from '../../../ui/states/status-word.tsx';
import { marginOf, shareText } from './margin.ts';
import { queuePlaces, queueWords } from './queues.ts';
import { setUpPlaces, setUpWords } from './set-up-words.ts';
import { TakeOff } from './take-off.tsx';
import { texts } from './texts.ts';

type Overview = OverviewAnswer;

interface Task {
  readonly id: string;
  readonly look: StatusLook;
  readonly what: string;
  readonly note: ReactNode;
  readonly act: string;
  /** Null if there is no page for it. */
  readonly to: string | null;
  /** The set-up step that can be dismissed. */
  readonly off?: SetUpStepName;
}

interface WorkToDoProps {
  readonly overview: Overview;
  readonly providers: readonly ProviderAnswer[];
}

function useRouteTasks(providers: WorkToDoProps['providers']): readonly Task[] {
  const t = useTexts(texts);
  const language = useLanguage();
  return providers.flatMap(({ id: providerId, name, enabled, routes }) =>
    routes.flatMap(({ id, region, health }) =>
      enabled && health.state === 'ejected'
        ? [
            {
              id,
              look: 'shut' as const,
              what: t.routeShut(`${name} ${t.regions[region]}`),
              act: t.view,
              note: t.routeShutNote(
                health.last_fault_code === null ? t.noFault : attemptFaultWords(health.last_fault_code, language),
              ),
              to: paths.operatorProvider(providerId),
            },
          ]
        : [],
    ),
  );
}

function useModelTasks({ models }: Overview): readonly Task[] {
  const t = useTexts(texts);
  return models
    .filter((sums) => nano(sums.charge) > 0n && marginOf(sums) < 0n)
    .slice(0, 5)
    .map((sums) => ({
      id: `model ${sums.model}`,
      look: 'shut',
      note: t.belowCostNote,
      act: t.view,
      to: paths.operatorModel(sums.model, { price: 'new' }),
      what: t.belowCost(sums.model, shareText(marginOf(sums), nano(sums.charge))),
    }));
}

type Queue = Overview['queues'][number];

/** Sorts by due date, overdue first; then by waiting time. */
function byUrgency(left: Queue, right: Queue): number {
  const [one, other] = [left.working_days_left ?? Infinity, right.working_days_left ?? Infinity];
  return one === other ? (left.oldest_at ?? '').localeCompare(right.oldest_at ?? '') : one - other;
}

function lookOf({ name, working_days_left: days }: Queue): StatusLook {
  if (days === null || days > 1) return queuePlaces[name].look;
  return days < 0 ? 'shut' : 'slow';
}

function useQueueTasks({ queues }: Overview): readonly Task[] {
  const t = useTexts(texts);
  const words = queueWords[useLanguage()];
  const ago = useAgoText(useServiceZone());
  const noteOf = ({ oldest_at: oldest, working_days_left: days, overdue }: Queue): string | null => {
    const due =
      days === null
        ? []
        : [overdue > 0 ? t.overdue(countText(overdue), countText(-days)) : days === 0 ? t.dueToday : t.daysLeft(days)];
    const said = [...due, ...(oldest === null ? [] : [t.since(ago(oldest))])];
    return said.length === 0 ? null : said.join(' · ');
  };
  return queues
    .filter(({ waiting }) => waiting > 0)
    .toSorted(byUrgency)
    .map((queue) => ({
      id: queue.name,
      look: lookOf(queue),
      act: words[queue.name].act,
      to: queuePlaces[queue.name].to,
      what: words[queue.name].waiting(queue.waiting >= workCountMax ? `${String(workCountMax)}+` : countText(queue.waiting)),
      note: noteOf(queue),
    }));
}

function useAuditTasks(): readonly Task[] {
  const t = useTexts(texts);
  const last = useQuery(lastAuditQuery).data?.last ?? null;
  if (last === null || last.ok) return [];
  const { difference, findings_count: count } = last;
  return [
    {
      id: 'audit',
      look: 'shut',
      what: t.notBalanced(moneyText(difference)),
      note: t.notBalancedNote(countText(count)),
      act: t.view,
      to: paths.operatorAudit,
    },
  ];
}

function useSetUpTasks({ set_up: steps }: Overview): readonly Task[] {
  const t = useTexts(texts);
  const words = setUpWords[useLanguage()];
  return steps.map((name) => ({
    id: `set-up ${name}`,
    look: 'off',
    what: words[name].lacks,
    note: words[name].note,
    act: t.setUp,
    to: setUpPlaces[name],
    off: name,
  }));
}

/** Work for an operator: problems first, then queues, each with one button. */
export function WorkToDo({ overview, providers }: WorkToDoProps) {
  const t = useTexts(texts);
  const tasks = [
    ...useAuditTasks(),
    ...useRouteTasks(providers),
    ...useModelTasks(overview),
    ...useQueueTasks(overview),
    ...useSetUpTasks(overview),
  ];
  return (
    <Sheet title={t.todo} right={<span className="quiet">{countText(tasks.length)}</span>}>
      {tasks.length === 0 ? (
        <EmptyState>{t.nothing}</EmptyState>
      ) : (
        <ul className="todo">
          {tasks.map(({ id, look, what, note, act, to, off }) => (
            <li key={id}>
              <StatusWord look={look}>
                <span className="sr">{act}</span>
              </StatusWord>
              <div>
                <b>{what}</b>
                {note === null ? null : <small>{note}</small>}
              </div>
              <span className="todo-acts">
                {off === undefined ? null : <TakeOff step={off} />}
                {to === null ? null : <LinkButton to={to}>{act}</LinkButton>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  );
}
