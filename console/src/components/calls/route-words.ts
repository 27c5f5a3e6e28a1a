import type { ChosenBy } from '@tollgate/contract/enumerations';
import { defineTexts } from '../../i18n/texts.ts';

/** What decided between equal routes and keys. */
export const chosenByTexts = defineTexts<Readonly<Record<ChosenBy, string>>>({
  zh: { affinity: '会话亲和（提示缓存）', cheapest: '成本最低', fastest: '首字最快', preferred: '首选线路' },
  en: {
    affinity: 'Conversation (prompt cache)',
    cheapest: 'Lowest cost',
    fastest: 'Fastest first byte',
    preferred: 'Preferred route',
  },
});
