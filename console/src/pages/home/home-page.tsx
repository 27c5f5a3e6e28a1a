import { LinkButton } from '../../components/app-link.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { paths } from '../../paths.ts';
import { texts } from './texts.ts';

export default function HomePage() {
  const t = useTexts(texts);
  return (
    <section className="hero">
      <h1>{t.title}</h1>
      <p className="lede">{t.lede}</p>
      <LinkButton to={paths.signUp} look="primary" isBig>
        {t.signUp}
      </LinkButton>
    </section>
  );
}
