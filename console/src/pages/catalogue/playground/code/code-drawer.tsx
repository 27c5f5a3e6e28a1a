import { clientBase } from '../../../../api/client-addresses.ts';
import { useAddressState } from '../../../../components/links/address-state.ts';
import { defineTexts, useTexts } from '../../../../i18n/texts.ts';
import type { CodeSample } from '../../../../ui/code-sample.ts';
import { CodeTabs } from '../../../../ui/code-tabs.tsx';
import { DetailDrawer } from '../../../../ui/windows/drawer.tsx';

const texts = defineTexts({
  zh: {
    title: '代码',
    sub: '与本页发出的请求完全相同。请把环境变量 TOLLGATE_KEY 设为你的密钥；试用台使用的临时值有效 15 分钟，不会显示在这里。',
    images: '图片的内容以 … 代替。',
  },
  en: {
    title: 'Code',
    sub: 'Exactly the request that this page sends. Set the environment variable TOLLGATE_KEY to your key. The playground uses a temporary value that expires after 15 minutes and is never shown.',
    images: 'The contents of images are replaced by ….',
  },
});

/** The request of the page as code, updated while the user types. */
export function CodeDrawer({ samples }: { readonly samples: (base: string) => readonly CodeSample[] }) {
  const t = useTexts(texts);
  const { query, set } = useAddressState();
  if (query.code !== '1') return null;
  const shown = samples(clientBase());
  const hasImages = shown.some(({ code }) => /base64,…|"data": "…"/.test(code));
  return (
    <DetailDrawer
      title={t.title}
      label={t.title}
      sub={
        <p className="fine quiet">
          {t.sub} {hasImages ? t.images : null}
        </p>
      }
      onClose={() => {
        set({ code: undefined });
      }}
    >
      <CodeTabs samples={shown} isSmall />
    </DetailDrawer>
  );
}
