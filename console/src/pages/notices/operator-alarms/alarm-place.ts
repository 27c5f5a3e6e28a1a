import { paths, withQuery } from '../../../paths.ts';

type Params = Readonly<Record<string, string>>;

/** The page on which the cause of an alarm is fixed; null if it is not fixed in the console. */
export function alarmPlace({ provider, of: kind, name }: Params): string | null {
  // A route is named `provider/region`.
  const upstream = provider ?? (kind === 'route' ? name?.replace(/\/[^/]*$/, '') : undefined);
  if (upstream !== undefined) return withQuery(paths.operatorProviders, { q: upstream });
  return kind === 'model' ? paths.operatorCalls({ model: name, status_class: '5xx' }) : null;
}
