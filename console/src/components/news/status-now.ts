import type { StatusOfModels } from '../../api/news.ts';
import { defineTexts, useTexts } from '../../i18n/texts.ts';
import type { StatusLook } from '../../ui/states/status-word.tsx';

const texts = defineTexts({
  zh: {
    now: {
      none: '一切正常',
      minor: '部分模型变慢或出错',
      major: '部分模型不可用',
      critical: '多数模型不可用',
      maintenance: '维护中，新的调用会被拒绝，不收费',
    },
    nothing: '近期调用太少，无法判断',
  },
  en: {
    now: {
      none: 'All models work',
      minor: 'Some models are slow or fail at times',
      major: 'Some models are down',
      critical: 'Most models are down',
      maintenance: 'Under maintenance: new calls are refused and not charged',
    },
    nothing: 'Too few recent calls',
  },
});

const looks = { none: 'go', minor: 'slow', major: 'shut', critical: 'shut', maintenance: 'paused' } as const satisfies Record<
  StatusOfModels['status'],
  StatusLook
>;

/** The state of the whole service as a look and a sentence, in the current language. */
export function useStatusNow(): (status: StatusOfModels) => { readonly look: StatusLook; readonly said: string } {
  const t = useTexts(texts);
  return ({ status, models }) => {
    const isUnknown = status === 'none' && models.every((model) => model.status === 'unknown');
    return isUnknown ? { look: 'off', said: t.nothing } : { look: looks[status], said: t.now[status] };
  };
}
