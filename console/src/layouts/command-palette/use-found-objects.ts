import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isSignedOut } from '../../api/http/send.ts';
import { useLanguage } from '../../i18n/texts.ts';
import { kindsFor, type FoundObject, type ObjectKind, type Search, type Seeker } from './palette-kinds.ts';
import { usePaletteWords } from './palette-words.ts';

/** Whether objects are searched; fewer than two characters would match too much. */
export function isLongEnough(words: string): boolean {
  return words.trim().length >= 2;
}

/** Pause in typing after which the search starts. */
const pauseMs = 250;

interface Findings {
  readonly groups: readonly { readonly kind: ObjectKind; readonly found: readonly FoundObject[] }[];
  readonly failed: readonly ObjectKind['name'][];
}

interface ObjectSearch extends Findings {
  readonly isSearching: boolean;
  readonly onRetry: () => void;
}

const none: Findings = { groups: [], failed: [] };

/** Never sends a whole key: its last four characters find it, and URLs are logged. */
function withoutSecret(words: string): string {
  return /\bsk-[\w-]{9,}/.exec(words)?.[0].slice(-4) ?? words;
}

function useSettled(words: string): string {
  const [settled, setSettled] = useState(words);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(words);
    }, pauseMs);
    return () => {
      clearTimeout(timer);
    };
  }, [words]);
  return settled;
}

/** Searches all kinds concurrently. If one list fails, the others still show their results. */
async function findAll(kinds: readonly ObjectKind[], search: Search): Promise<Findings> {
  const answers = await Promise.allSettled(kinds.map((kind) => kind.find(search)));
  const groups = kinds.flatMap((kind, at) => {
    const answer = answers[at];
    return answer?.status === 'fulfilled' && answer.value.length > 0 ? [{ kind, found: answer.value }] : [];
  });
  const faults = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []));
  // The console handles the end of a session in one place.
  const ended = faults.find(isSignedOut);
  if (ended instanceof Error) throw ended;
  return { groups, failed: kinds.filter((_, at) => answers[at]?.status === 'rejected').map(({ name }) => name) };
}

/** Objects that match the typed words and that the person can read, by kind. */
export function useFoundObjects(typed: string, seeker: Seeker): ObjectSearch {
  const queries = useQueryClient();
  const language = useLanguage();
  const say = usePaletteWords();
  const wanted = withoutSecret(typed.trim());
  const words = useSettled(wanted);
  const isLong = isLongEnough(wanted);
  const accountId = seeker.account?.id ?? '';
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['palette', accountId, language, words],
    queryFn: ({ signal }) => findAll(kindsFor(seeker), { words, accountId, say, queries, signal }),
    enabled: isLong && isLongEnough(words),
    placeholderData: keepPreviousData,
  });
  const findings = isLong && data !== undefined ? data : none;
  return { ...findings, isSearching: isLong && (words !== wanted || isFetching), onRetry: () => void refetch() };
}
