import { ConfigProvider } from 'antd';
import en from 'antd/locale/en_US';
import zh from 'antd/locale/zh_CN';
import { useMemo, type ReactNode } from 'react';
import { useLanguage } from '../i18n/texts.ts';
import { antTheme } from './ant-theme.ts';
import { useThemeMode } from './theme-mode.ts';

/** Ant Design writes its styles into the page as it runs: the policy lets in those that carry the nonce of this answer. */
const nonce = document.querySelector<HTMLMetaElement>("meta[name='style-nonce']")?.nonce ?? '';

/** Lists of a field in an open window belong into it: the browser shows a window above everything else. */
function placeOfPopup(trigger?: HTMLElement): HTMLElement {
  return trigger?.closest('dialog') ?? document.body;
}

/** Around pages that use Ant Design; those before the sign-in do without it, and so without its weight. */
export function AntProvider({ children }: { readonly children: ReactNode }) {
  const language = useLanguage();
  const mode = useThemeMode();
  const theme = useMemo(() => antTheme(mode), [mode]);
  return (
    <ConfigProvider
      theme={theme}
      locale={language === 'zh' ? zh : en}
      csp={{ nonce }}
      button={{ autoInsertSpace: false }}
      wave={{ disabled: true }}
      getPopupContainer={placeOfPopup}
    >
      {children}
    </ConfigProvider>
  );
}
