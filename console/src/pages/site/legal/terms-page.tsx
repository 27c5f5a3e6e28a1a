import { LegalText } from './legal-text.tsx';

/** What customers agree to. */
export default function TermsPage() {
  return <LegalText name="terms" />;
}
