import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { chooseAccount } from '../../api/current-account.ts';
import { acceptInvitation } from '../../api/members.ts';
import { hasSignedIn, sessionQuery, type Session } from '../../api/session.ts';
import { LinkButton, useGo } from '../../components/app-link.tsx';
import { roleTexts } from '../../components/role-texts.ts';
import { useTexts } from '../../i18n/texts.ts';
import { paths, withQuery } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Door, Fault, tokenOfLink } from './door.tsx';
import { inviteTexts } from './invite-texts.ts';

const place = 'tollgate.invitation';
const here = '/invite';

/** The token stays in this tab while somebody signs in; in an address it would reach logs. */
function keptToken(): string {
  const token = tokenOfLink();
  if (token !== '') sessionStorage.setItem(place, token);
  return token === '' ? (sessionStorage.getItem(place) ?? '') : token;
}

/** Where the link of an invitation leads. Only the button takes it up: scanners of mail open links. */
export default function InvitePage() {
  const t = useTexts(inviteTexts);
  const [token] = useState(keptToken);
  const isKnown = hasSignedIn();
  const session = useQuery({ ...sessionQuery, enabled: isKnown });
  return (
    <Door title={t.title}>
      {token === '' ? (
        <p>{t.noToken}</p>
      ) : !isKnown || session.data === null ? (
        <SignInFirst />
      ) : session.data === undefined ? (
        <Fault error={session.error} />
      ) : (
        <Accept token={token} session={session.data} />
      )}
    </Door>
  );
}

function SignInFirst() {
  const t = useTexts(inviteTexts);
  return (
    <>
      <p>{t.signInFirst}</p>
      <LinkButton to={withQuery(paths.signIn, { next: here })} look="primary">
        {t.signIn}
      </LinkButton>
      <LinkButton to={paths.signUp}>{t.signUp}</LinkButton>
      <p className="hint">{t.again}</p>
    </>
  );
}

function Accept({ token, session }: { readonly token: string; readonly session: Session }) {
  const t = useTexts(inviteTexts);
  const roles = useTexts(roleTexts);
  const go = useGo();
  const client = useQueryClient();
  const accepting = useMutation({
    mutationFn: () => acceptInvitation(token),
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
      <p>{t.as(session.user.email)}</p>
      <Button
        look="primary"
        isBusy={accepting.isPending}
        onClick={() => {
          accepting.mutate();
        }}
      >
        {t.accept}
      </Button>
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
