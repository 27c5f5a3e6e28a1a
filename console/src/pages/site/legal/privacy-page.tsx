import { LegalText } from './legal-text.tsx';

/** Personal data that is kept, and why. */
export default function PrivacyPage() {
  return <LegalText name="privacy" />;
}
