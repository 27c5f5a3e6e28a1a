import { useQuery } from '@tanstack/react-query';
import { statusQuery } from '../api/news.ts';
import { useStatusNow } from '../components/news/status-now.ts';
import { StatusWord } from '../ui/states/status-word.tsx';
import { useIsPhone } from '../ui/use-is-phone.ts';

/** The state of the service next to its link; hidden until it is loaded, and on errors. Phones do not show the navigation. */
export function StatusLight() {
  const nowOf = useStatusNow();
  const { data, isError } = useQuery({ ...statusQuery, enabled: !useIsPhone(), refetchInterval: 60_000 });
  if (data === undefined || isError) return null;
  const { look, said } = nowOf(data);
  return (
    <span className="status-light" title={said}>
      <StatusWord look={look}>
        <span className="sr">{said}</span>
      </StatusWord>
    </span>
  );
}
