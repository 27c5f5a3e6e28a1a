import type { OwnNoticeAnswer } from '@tollgate/contract/notices/notices';

type Grouped = Pick<OwnNoticeAnswer, 'kind' | 'key_id' | 'link' | 'created_at'>;

/** Fewer messages are shown individually. */
const runMin = 3;

/** Levels of one warning (`cap_80`, `cap_100`) count as one kind. */
function familyOf({ kind }: Grouped): string {
  return kind.replace(/_\d+$/, '');
}

function objectOf({ key_id: keyId, link }: Grouped): string {
  return keyId ?? link ?? '';
}

/**
 * Groups messages, newest first: consecutive ones of the same kind that have the same object or day.
 * @param dayOf the day of a time, in the time zone of the service.
 */
export function groupNotices<Notice extends Grouped>(
  notices: readonly Notice[],
  dayOf: (moment: string) => string,
): readonly (readonly Notice[])[] {
  const runs: Notice[][] = [];
  for (const notice of notices) {
    const run = runs.at(-1);
    const first = run?.[0];
    const belongs =
      first !== undefined &&
      familyOf(first) === familyOf(notice) &&
      (objectOf(first) === objectOf(notice) || dayOf(first.created_at) === dayOf(notice.created_at));
    if (run !== undefined && belongs) run.push(notice);
    else runs.push([notice]);
  }
  return runs.flatMap((run) => (run.length < runMin ? run.map((notice) => [notice]) : [run]));
}
