import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { chooseAccount } from '../../../api/current-account.ts';
import { ApiError } from '../../../api/http/api-error.ts';
import { acceptInvitation, openOwnAccount, type InvitationNamed } from '../../../api/members.ts';
import { hasSignedIn, sessionQuery, type OfferedInvitation, type Session } from '../../../api/session.ts';
import { LinkButton, useGo } from '../../../components/links/app-link.tsx';
import { roleTexts } from '../../../components/people/role-texts.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { paths, withQuery } from '../../../paths.ts';
import { ActButton } from '../../../ui/buttons/act-button.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Door, Fault, tokenOfLink } from './door.tsx';
import { inviteTexts } from './invite-texts.ts';

const place = 'tollgate.invitation';

/** Keeps the token in this tab during the sign-in; in a URL it would appear in logs. */
function keptToken(): string {
  const token = tokenOfLink();
  if (token !== '') sessionStorage.setItem(place, token);
  return token === '' ? (sessionStorage.getItem(place) ?? '') : token;
}

/** The page of an invitation link. Only the button accepts the invitation, because mail scanners open links. */
export default function InvitePage() {
  const t = useTexts(inviteTexts);
  const [token] = useState(keptToken);
  const isKnown = hasSignedIn();
  const session = useQuery({ ...sessionQuery, enabled: isKnown });
  return (
    <Door title={t.title}>
      {token === '' && !isKnown ? (
        <p>{t.noToken}</p>
      ) : !isKnown || session.data === null ? (
        <SignInFirst />
      ) : session.data === undefined ? (
        <Fault error={session.error} />
      ) : (
        <Choice token={token} session={session.data} />
      )}
    </Door>
  );
}

/** The invitations of the signed-in person. Without any, that of the link, with the reason why this person cannot accept it. */
function Choice({ token, session }: { readonly token: string; readonly session: Session }) {
  const t = useTexts(inviteTexts);
  // The session no longer lists accepted invitations, but this page still shows them.
  const [offered] = useState(session.invitations);
  if (offered.length === 0) return token === '' ? <p>{t.noToken}</p> : <Accept named={{ token }} session={session} />;
  return (
    <>
      {offered.map((invitation) => (
        <Accept key={invitation.id} named={{ id: invitation.id }} session={session} offered={invitation} />
      ))}
      {session.accounts.length === 0 ? <OwnInstead /> : null}
    </>
  );
}

function OwnInstead() {
  const t = useTexts(inviteTexts);
  const go = useGo();
  const client = useQueryClient();
  const opening = useMutation({
    mutationFn: openOwnAccount,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
      go(paths.overview);
    },
  });
  return (
    <>
      <ActButton act={opening}>{t.ownInstead}</ActButton>
      <p className="hint">{t.ownLater}</p>
      <Fault error={opening.error} />
    </>
  );
}

function SignInFirst() {
  const t = useTexts(inviteTexts);
  return (
    <>
      <p>{t.signInFirst}</p>
      <LinkButton to={withQuery(paths.signIn, { next: paths.invite })} look="primary">
        {t.signIn}
      </LinkButton>
      <LinkButton to={paths.signUp}>{t.signUp}</LinkButton>
      <p className="hint">{t.again}</p>
    </>
  );
}

interface AcceptProps {
  readonly named: InvitationNamed;
  readonly session: Session;
  readonly offered?: OfferedInvitation;
}

function Accept({ named, session, offered }: AcceptProps) {
  const t = useTexts(inviteTexts);
  const roles = useTexts(roleTexts);
  const go = useGo();
  const client = useQueryClient();
  const accepting = useMutation({
    mutationFn: () => acceptInvitation(named),
    onSuccess: async ({ account_id: id }) => {
      sessionStorage.removeItem(place);
      await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
      chooseAccount(id);
    },
  });
  if (accepting.data !== undefined)
    return (
      <>
        <p role="status">{t.done(accepting.data.account_name, roles[accepting.data.role])}</p>
        <Button
          look="primary"
          onClick={() => {
            go(paths.overview);
          }}
        >
          {t.toAccount}
        </Button>
      </>
    );
  const isOver = accepting.error instanceof ApiError && accepting.error.status === 404;
  return (
    <>
      {offered === undefined ? null : (
        <p>
          <b>{t.offered(offered.inviter, offered.account_name, roles[offered.role])}</b>
        </p>
      )}
      <p>{t.as(session.user.email)}</p>
      <ActButton look="primary" act={accepting}>
        {t.accept}
      </ActButton>
      {isOver ? (
        <p className="fault" role="alert">
          {t.over}
        </p>
      ) : (
        <Fault error={accepting.error} />
      )}
    </>
  );
}
