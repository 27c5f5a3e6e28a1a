import { PageHead } from '../../../components/head/page-head.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { IdentitiesSheet } from './identities-sheet.tsx';
import { PasskeysSheet } from './passkeys-sheet.tsx';
import { PasswordSheet } from './password-sheet.tsx';
import { ProofAsked } from './proof.tsx';
import './security.css';
import { SignInsSheet } from './sign-ins-sheet.tsx';
import { texts } from './texts.ts';
import { TotpSheet } from './totp-sheet.tsx';

/** Sign-in methods, and current sessions. */
export default function SecurityPage() {
  const t = useTexts(texts);
  return (
    <ProofAsked>
      <PageHead title={t.title} />
      <div className="cols">
        <PasswordSheet />
        <TotpSheet />
      </div>
      <div className="cols">
        <PasskeysSheet />
        <SignInsSheet />
      </div>
      <IdentitiesSheet />
    </ProofAsked>
  );
}
