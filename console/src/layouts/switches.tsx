import { chooseLanguage } from '../i18n/language.ts';
import { useLanguage, useTexts } from '../i18n/texts.ts';
import { toggleTheme, useThemeMode } from '../theme/theme-mode.ts';
import { IconButton } from '../ui/buttons/button.tsx';
import { layoutTexts } from './layout-texts.ts';

/** Buttons for language and theme. */
export function Switches() {
  const t = useTexts(layoutTexts);
  const language = useLanguage();
  const mode = useThemeMode();
  return (
    <>
      <button
        type="button"
        className="icon-btn lang"
        aria-label={`${t.otherLanguageSign} · ${t.otherLanguage}`}
        title={t.otherLanguage}
        onClick={() => {
          chooseLanguage(language === 'zh' ? 'en' : 'zh');
        }}
      >
        {t.otherLanguageSign}
      </button>
      <IconButton icon={mode === 'dark' ? 'sun' : 'moon'} label={t.light} className="theme" onClick={toggleTheme} />
    </>
  );
}
