import { useAddressState } from '../../../../components/links/address-state.ts';
import { defineTexts, useTexts } from '../../../../i18n/texts.ts';
import { CodeTabs, type CodeSample } from '../../../../ui/code-tabs.tsx';
import { DetailDrawer } from '../../../../ui/windows/drawer.tsx';

const texts = defineTexts({
  zh: {
    title: '代码',
    sub: '与本页发出的请求完全相同。TOLLGATE_KEY 是环境变量，填你的密钥；试用台借用的值只用 15 分钟，不会出现在这里。',
    images: '图片的内容以 … 代替。',
  },
  en: {
    title: 'Code',
    sub: 'Exactly the request that this page sends. TOLLGATE_KEY is an environment variable for your key; what the playground borrows lasts 15 minutes and never stands here.',
    images: 'The contents of images are replaced by ….',
  },
});

/** The request of the page as code, in step with what is typed. */
export function CodeDrawer({ samples }: { readonly samples: () => readonly CodeSample[] }) {
  const t = useTexts(texts);
  const { query, set } = useAddressState();
  if (query.code !== '1') return null;
  const shown = samples();
  const hasImages = shown.some(({ code }) => code.includes('base64,…'));
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
