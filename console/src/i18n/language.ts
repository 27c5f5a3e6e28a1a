import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';

export type Language = 'zh' | 'en';

const place = 'tollgate.language';

function preferred(): Language {
  const kept = localStorage.getItem(place);
  if (kept === 'zh' || kept === 'en') return kept;
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

function show(language: string): void {
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
}

/** Uses the browser's language until the user chooses another. Texts are next to the components that show them, see `useTexts`. */
export async function startLanguage(): Promise<void> {
  i18next.on('languageChanged', show);
  await i18next.use(initReactI18next).init({
    lng: preferred(),
    supportedLngs: ['zh', 'en'],
    resources: {},
    interpolation: { escapeValue: false },
  });
  show(currentLanguage());
}

function currentLanguage(): Language {
  return i18next.language === 'zh' ? 'zh' : 'en';
}

export function chooseLanguage(language: Language): void {
  localStorage.setItem(place, language);
  void i18next.changeLanguage(language);
}
