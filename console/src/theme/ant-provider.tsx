import { ConfigProvider } from 'antd';
import en from 'antd/locale/en_US';
import zh from 'antd/locale/zh_CN';
import { useMemo, type ReactNode } from 'react';
import { useLanguage } from '../i18n/texts.ts';
import { antTheme } from './ant-theme.ts';
import { useThemeMode } from './theme-mode.ts';

/** Ant Design adds styles to the page at run time. The policy allows only those with the nonce of this response. */
const nonce = document.querySelector<HTMLMetaElement>("meta[name='style-nonce']")?.nonce ?? '';

/** Lists of a field in an open window must be inside it, because browsers show a window above everything else. */
function placeOfPopup(trigger?: HTMLElement): HTMLElement {
  return trigger?.closest('dialog') ?? document.body;
}

/** Wraps the pages that use Ant Design. Pages before the sign-in do not, so that they load faster. */
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
