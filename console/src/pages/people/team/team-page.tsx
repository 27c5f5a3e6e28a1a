import { PageHead } from '../../../components/head/page-head.tsx';
import { useAddressState } from '../../../components/links/address-state.ts';
import { NewLink } from '../../../components/links/new-link.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths, withQuery } from '../../../paths.ts';
import { InvitationList } from './invitation-list.tsx';
import { InviteDrawer } from './invite-drawer.tsx';
import { MemberList } from './member-list.tsx';
import { RightsMatrix } from './rights-matrix.tsx';
import './team.css';
import { texts } from './texts.ts';
import { useTeam } from './use-team.ts';

/** Members of the account, invitations, and the rights of each role. */
export default function TeamPage() {
  const t = useTexts(texts);
  const { query } = useAddressState();
  const { may } = useTeam();
  const mayInvite = may('members.write');
  return (
    <>
      <PageHead
        title={t.title}
        main={mayInvite ? <NewLink to={withQuery(paths.team, { invite: '1' })}>{t.invite}</NewLink> : null}
      />
      {may('members.read') ? <MemberList /> : null}
      {mayInvite ? <InvitationList /> : null}
      <RightsMatrix />
      {query.invite !== undefined && mayInvite ? <InviteDrawer /> : null}
    </>
  );
}
