import { useQuery } from '@tanstack/react-query';
import { providersQuery, type Provider } from '../../../api/providers.ts';
import { useListing, useTexts } from '../../../i18n/texts.ts';
import { countText } from '../../../ui/number-text.ts';
import { texts } from './texts.ts';
import { unservedModels } from './unserved-models.ts';

/** More names than these are counted. */
const namedMax = 3;

/** What a change of maintenance has done, with the models that cannot be called meanwhile. */
export function useMaintenanceWords(provider: Provider) {
  const t = useTexts(texts);
  const listed = useListing();
  const { data: upstreams = [] } = useQuery(providersQuery);
  return (name: string, begins: boolean, routeId: string | null): string => {
    if (!begins) return t.maintenanceEnded(name);
    const left = unservedModels(upstreams, provider, routeId);
    if (left.length === 0) return t.maintained(name);
    const more = left.length > namedMax ? t.andMore(countText(left.length - namedMax)) : '';
    return t.maintainedAlone(name, listed(left.slice(0, namedMax)) + more);
  };
}
