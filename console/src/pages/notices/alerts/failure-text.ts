import type { texts } from './texts.ts';

type Words = Pick<typeof texts.zh, 'faults'>;

/** Why a delivery failed, in the current language. For an unknown reason, the text of the server. */
export function failureText({ faults }: Words, fault: string): string {
  const answered = /^it answered (\d{3})$/.exec(fault)?.[1];
  if (answered !== undefined) return faults.answered(answered);
  if (fault.includes('public addresses')) return faults.notPublic;
  if (fault.includes('redirect')) return faults.redirect;
  if (fault.startsWith('no whole answer')) return faults.slow;
  if (fault.includes('turned off')) return faults.off;
  if (fault.startsWith('no connection')) return faults.unreachable(/: (\w+)$/.exec(fault)?.[1] ?? '');
  return fault;
}
