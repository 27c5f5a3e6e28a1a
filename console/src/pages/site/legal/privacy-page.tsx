import { LegalText } from './legal-text.tsx';

/** What is kept of people, and why. */
export default function PrivacyPage() {
  return <LegalText name="privacy" />;
}
