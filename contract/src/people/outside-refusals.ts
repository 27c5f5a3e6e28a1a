/** Reasons for refusing single sign-on, passed as `?error=` to the page that shows them. */
export const outsideRefusals = [
  'access_denied',
  'provider_silent',
  'state_lost',
  'code_refused',
  'issuer_mismatch',
  'identity_unproven',
  'email_not_found',
  'email_not_valid',
  'account_not_linked',
  'sign_up_closed',
  'invitation_needed',
  'address_not_accepted',
  'email_does_not_match',
  'account_already_linked_to_different_user',
  'unable_to_link_account',
  'too_many_tries',
  'outside_failed',
] as const;
export type OutsideRefusal = (typeof outsideRefusals)[number];
