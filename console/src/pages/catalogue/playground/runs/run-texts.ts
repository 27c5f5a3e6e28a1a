import { defineTexts } from '../../../../i18n/texts.ts';

export const runTexts = defineTexts({
  zh: { running: '正在处理…', stopped: '已停止，未收费。', stop: '停止', result: '结果' },
  en: { running: 'Working…', stopped: 'Stopped, not charged.', stop: 'Stop', result: 'Result' },
});
