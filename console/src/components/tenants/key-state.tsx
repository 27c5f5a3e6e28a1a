import type { OwnKey } from '../../api/keys.ts';
import { defineTexts, useTexts } from '../../i18n/texts.ts';
import { StatusWord, type StatusLook } from '../../ui/states/status-word.tsx';
import { partsOf, useServiceZone } from '../time/time-text.ts';

const texts = defineTexts({
  zh: {
    available: '可用',
    paused: '已暂停',
    disabled: '已停用',
    expired: '已过期',
    reset: '已重置',
    deleted: '已删除',
    at: (when: string) => `${when} 恢复`,
    raised: '提高上限后恢复',
  },
  en: {
    available: 'Available',
    paused: 'Paused',
    disabled: 'Disabled',
    expired: 'Expired',
    reset: 'Reset',
    deleted: 'Deleted',
    at: (when: string) => `until ${when}`,
    raised: 'until the cap is raised',
  },
});

export function useKeyStatusWord(): (status: OwnKey['status']) => string {
  const t = useTexts(texts);
  return (status) => t[status];
}

/** When calls of a paused key resume: `00:00 恢复`, with the date if it is later than tomorrow. Null for keys that are not paused. */
export function useResumeText(): (key: OwnKey) => string | null {
  const t = useTexts(texts);
  const zone = useServiceZone();
  return ({ paused }) => {
    if (paused === null) return null;
    if (paused.resumes_at === null) return t.raised;
    const { date, time } = partsOf(paused.resumes_at, zone);
    return t.at(paused.cap === 'daily' ? time.slice(0, 5) : `${date.slice(5)} ${time.slice(0, 5)}`);
  };
}

const looks: Readonly<Partial<Record<OwnKey['status'], StatusLook>>> = { available: 'go', paused: 'paused' };

/** Whether a key works, or from when on it will work again. */
export function KeyState({ record, isShort = false }: { readonly record: OwnKey; readonly isShort?: boolean }) {
  const word = useKeyStatusWord();
  const resumes = useResumeText()(record);
  return (
    <>
      <StatusWord look={looks[record.status] ?? 'off'}>{word(record.status)}</StatusWord>
      {resumes === null || isShort ? null : <small className="block">{resumes}</small>}
    </>
  );
}
