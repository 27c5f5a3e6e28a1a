import { LegalText } from './legal-text.tsx';

/** Which personal data is stored, and why. */
export default function PrivacyPage() {
  return <LegalText name="privacy" />;
}
