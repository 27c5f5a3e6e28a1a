import { useLanguage } from '../../i18n/texts.ts';

/** Names of the initial plans; other plans show the name that operators gave them. */
const names: Readonly<Record<'zh' | 'en', Readonly<Record<string, { readonly name: string; readonly given: string }>>>> = {
  zh: {
    'free-trial': { name: '免费试用', given: 'Free trial' },
    standard: { name: '标准', given: 'Standard' },
    developer: { name: '开发者', given: 'Developer' },
    enterprise: { name: '企业', given: 'Enterprise' },
    'enterprise-unlimited': { name: '企业不限频', given: 'Enterprise unlimited' },
    dedicated: { name: '专属高并发通道', given: 'Dedicated channel' },
  },
  en: {},
};

/** The name of a plan in the user's language, unless an operator has renamed it. */
export function usePlanName(): (plan: { readonly id: string; readonly name: string }) => string {
  const known = names[useLanguage()];
  return ({ id, name }) => (known[id]?.given === name ? known[id].name : name);
}
