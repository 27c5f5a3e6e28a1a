import { useQuery } from '@tanstack/react-query';
import { changesOfQuery, type AccountChange } from '../../../api/account-changes.ts';
import { useAccount } from '../../../api/current-account.ts';
import type { OwnKey } from '../../../api/keys.ts';
import { Loading } from '../../../components/errors/error-state.tsx';
import { plainMoneyText } from '../../../components/money/money-text.ts';
import { useActorWords } from '../../../components/people/use-actor-words.ts';
import { Time } from '../../../components/time/time.tsx';
import { useListing, useTexts } from '../../../i18n/texts.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { historyTexts } from './history-texts.ts';

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(record: unknown): Fields {
  return typeof record === 'object' && record !== null ? (record as Fields) : {};
}

/** Describes a change: caps with their amounts, everything else by its name. */
function useWhat(): (change: AccountChange) => string {
  const t = useTexts(historyTexts);
  const listed = useListing();
  const words: Readonly<Record<string, string>> = t.fields;
  const actions: Readonly<Record<string, string>> = t.actions;
  const sum = (cap: unknown): string => (typeof cap === 'string' ? plainMoneyText(cap) : t.none);
  return ({ action, before, after }) => {
    const verb = action.split('.')[1] ?? action;
    const [was, is] = [fieldsOf(before), fieldsOf(after)];
    const changed = Object.keys(words).filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]));
    if (verb !== 'patch' || changed.length === 0) return actions[verb] ?? action;
    const named = changed.map((name) => {
      const word = words[name] ?? name;
      return name.endsWith('_cap') ? t.to(word, sum(was[name]), sum(is[name])) : word;
    });
    return t.changed(listed(named));
  };
}

/** The history of a key: what changed, when, by whom and from where. */
export function KeyHistory({ record }: { readonly record: OwnKey }) {
  const t = useTexts(historyTexts);
  const account = useAccount();
  const what = useWhat();
  const actorOf = useActorWords();
  const changes = useQuery(changesOfQuery(account.id, record.id));
  return (
    <Sheet title={t.title}>
      {changes.data === undefined ? (
        <Loading of={changes} what={t.failed} height={120} />
      ) : changes.data.length === 0 ? (
        <EmptyState>{t.empty}</EmptyState>
      ) : (
        <ul className="key-history">
          {changes.data.map((change) => (
            <li key={change.seq}>
              <span>{what(change)}</span>
              <span className="quiet">
                {change.actor === null ? t.operator : actorOf(change.actor)} <Time at={change.at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  );
}
