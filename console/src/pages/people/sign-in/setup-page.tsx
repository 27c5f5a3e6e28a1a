import { useState } from 'react';
import { LinkButton } from '../../../components/links/app-link.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { FormSentence } from '../../../ui/states/notice.tsx';
import { becomeAdministrator, signIn } from '../sign-in.ts';
import { Door, tokenOfLink } from './door.tsx';
import { PersonForm } from './person-form.tsx';
import { texts } from './texts.ts';
import { useEnter } from './use-enter.ts';

export default function SetupPage() {
  const t = useTexts(texts);
  const [token] = useState(tokenOfLink);
  const [isDone, setDone] = useState(false);
  const enter = useEnter(paths.operator);
  return (
    <Door title={t.setup.title}>
      {isDone ? (
        <>
          <p role="status">{t.setup.done}</p>
          <LinkButton look="primary" to={paths.signIn}>
            {t.signIn.submit}
          </LinkButton>
        </>
      ) : null}
      {!isDone && token === '' ? (
        <p>
          {t.setup.hint} {t.setup.noToken}
        </p>
      ) : null}
      {!isDone && token !== '' ? (
        <PersonForm
          submit={t.setup.submit}
          onSubmit={async (person) => {
            await becomeAdministrator({ token, ...person });
            // The link works only once. If the sign-in fails afterwards, the page leads to sign-in instead of trying the link again.
            try {
              await signIn(person.email, person.password);
              await enter();
            } catch {
              setDone(true);
            }
          }}
        >
          <FormSentence>{t.setup.sentence}</FormSentence>
        </PersonForm>
      ) : null}
    </Door>
  );
}
