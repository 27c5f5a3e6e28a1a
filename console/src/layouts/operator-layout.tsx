import { Outlet } from '@tanstack/react-router';
import { useSession } from '../api/session.ts';
import { useTexts } from '../i18n/texts.ts';
import { paths } from '../paths.ts';
import { Frame } from './frame.tsx';
import { LastAudit } from './last-audit.tsx';
import { layoutTexts } from './layout-texts.ts';
import { operatorPlaces } from './navigation.ts';

/** The frame of operator pages. It is dark, so that nobody mistakes it for that of an account. */
export default function OperatorLayout() {
  const t = useTexts(layoutTexts);
  const { operator } = useSession();
  const role = operator ?? 'support';
  return (
    <Frame
      groups={operatorPlaces}
      role={role}
      more={paths.operatorMore}
      isOperator
      head={null}
      foot={
        <>
          <small className="rail-role">{t.operatorRoles[role]}</small>
          <LastAudit />
        </>
      }
    >
      <Outlet />
    </Frame>
  );
}
