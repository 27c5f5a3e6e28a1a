import { ActButton, type Act } from '../../../ui/buttons/act-button.tsx';
import { Fault } from './door.tsx';

interface MailLinkActProps {
  /** The token of the link; empty if there is none. */
  readonly token: string;
  readonly words: { readonly hint: string; readonly submit: string; readonly noToken: string };
  readonly act: Act & { readonly error: unknown };
}

/** The action of a mailed link. It requires a click on the button, because mail scanners open links. */
export function MailLinkAct({ token, words, act }: MailLinkActProps) {
  return (
    <>
      {token === '' ? (
        <p>{words.noToken}</p>
      ) : (
        <>
          <p>{words.hint}</p>
          <ActButton look="primary" act={act}>
            {words.submit}
          </ActButton>
        </>
      )}
      <Fault error={act.error} />
    </>
  );
}
