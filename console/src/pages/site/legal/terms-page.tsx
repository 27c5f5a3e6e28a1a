import { LegalText } from './legal-text.tsx';

/** The terms for customers. */
export default function TermsPage() {
  return <LegalText name="terms" />;
}
