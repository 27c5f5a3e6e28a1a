import { useLocation } from '@tanstack/react-router';
import { useMaybeAccount } from '../api/current-account.ts';
import { useSession } from '../api/session.ts';
import { PageHead } from '../components/head/page-head.tsx';
import { useTexts } from '../i18n/texts.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/buttons/button.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { useSignOut } from './account-switcher.tsx';
import { layoutTexts } from './layout-texts.ts';
import { accountPlaces, operatorPlaces } from './navigation.ts';
import { RailNav } from './rail-nav.tsx';
import { Switches } from './switches.tsx';

/** On phones: the pages without a tab, language, theme and sign-out. */
export default function MorePage() {
  const t = useTexts(layoutTexts);
  const { operator } = useSession();
  const account = useMaybeAccount();
  const signOut = useSignOut();
  const isOperator = useLocation().pathname.startsWith(paths.operator);
  return (
    <>
      <PageHead title={t.more} />
      <Sheet isPadded className="more-places">
        <RailNav
          groups={isOperator ? operatorPlaces : accountPlaces}
          role={(isOperator ? operator : account?.role) ?? 'finance'}
        />
      </Sheet>
      <Sheet isPadded>
        <div className="actions">
          <Switches />
          <span className="grow" />
          <Button icon="leave" onClick={signOut}>
            {t.signOut}
          </Button>
        </div>
      </Sheet>
    </>
  );
}
