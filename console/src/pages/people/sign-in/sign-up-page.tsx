import { useMutation, useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { siteQuery, useTrialCredit } from '../../../api/site.ts';
import { AppLink } from '../../../components/links/app-link.tsx';
import { useLanguage, useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { ActButton } from '../../../ui/buttons/act-button.tsx';
import { FormSentence } from '../../../ui/states/notice.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { offersQuery, sendVerification, signUp } from '../sign-in.ts';
import { writtenSite } from '../../../i18n/written-site.ts';
import { Door } from './door.tsx';
import { PersonForm } from './person-form.tsx';
import { texts } from './texts.ts';

/** The token is in the hash, like all tokens. */
function invitationOfLink(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get('invitation');
}

export default function SignUpPage() {
  const t = useTexts(texts);
  const locale = useLanguage();
  const { data: offers } = useQuery(offersQuery);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const trial = useTrialCredit();
  const invitation = invitationOfLink();
  if (sentTo !== null) return <CheckMail email={sentTo} />;
  const mode = offers?.sign_up ?? 'open';
  const isShut = mode === 'closed' || (mode === 'invitation' && invitation === null);
  return (
    <Door title={t.signUp.title}>
      {isShut ? (
        <p>{mode === 'closed' ? t.signUp.closed : t.signUp.invitation}</p>
      ) : (
        <PersonForm
          submit={t.signUp.submit}
          onSubmit={async (person) => {
            await signUp({ ...person, locale });
            setSentTo(person.email);
          }}
        >
          <FormSentence>{trial === null ? t.signUp.sentenceBare : t.signUp.sentence(trial)}</FormSentence>
          <Agreement />
        </PersonForm>
      )}
      <p className="below">
        <span>
          {t.signUp.has} <AppLink to={paths.signIn}>{t.signUp.signIn}</AppLink>
        </span>
      </p>
    </Door>
  );
}

/** Links to the terms that the operator has published; empty if there are none. */
function Agreement() {
  const t = useTexts(texts);
  const legal = useQuery(siteQuery).data?.legal ?? [];
  if (legal.length === 0) return null;
  return (
    <p className="hint">
      {t.signUp.agree}
      {legal.map((name, index) => (
        <Fragment key={name}>
          {index === 0 ? null : t.signUp.and}
          <AppLink to={paths[name]}>{t.signUp.legal[name]}</AppLink>
        </Fragment>
      ))}
      {t.signUp.stop}
    </p>
  );
}

function CheckMail({ email }: { readonly email: string }) {
  const t = useTexts(texts);
  const again = useMutation({
    mutationFn: () => sendVerification(email),
    onSuccess: () => {
      toast(t.signUp.sentAgain);
    },
  });
  return (
    <Door title={t.signUp.sent}>
      <p>{t.signUp.sentTo(email)}</p>
      {writtenSite.mail ? <ActButton act={again}>{t.signUp.again}</ActButton> : null}
      <p className="below">
        <AppLink to={paths.signIn}>{t.reset.back}</AppLink>
      </p>
    </Door>
  );
}
