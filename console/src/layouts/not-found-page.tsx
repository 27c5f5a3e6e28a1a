import { useTitle } from '../components/head/use-title.ts';
import { AppLink } from '../components/links/app-link.tsx';
import { defineTexts, useTexts } from '../i18n/texts.ts';
import { paths } from '../paths.ts';
import './not-found-page.css';

const texts = defineTexts({
  zh: { title: '没有这个页面', what: '这个地址下没有页面，链接可能有误。', home: '回到首页' },
  en: {
    title: 'No such page',
    what: 'There is no page at this address. The link may have been cut off.',
    home: 'To the first page',
  },
});

export default function NotFoundPage() {
  const t = useTexts(texts);
  useTitle(t.title);
  return (
    <main className="not-found">
      <h1>{t.title}</h1>
      <p>
        {t.what} <AppLink to={paths.home}>{t.home}</AppLink>
      </p>
    </main>
  );
}
