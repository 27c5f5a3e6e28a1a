import type { MailTemplate, OutgoingMail } from '../domain/people/outgoing-mail.ts';
import { htmlOf, textOf } from './layout.ts';
import type { MailContent, MailContext, MailWriter } from './mail-content.ts';
import { announcement } from './templates/announcement.ts';
import { addressExists } from './templates/address-exists.ts';
import { capLevel } from './templates/cap-level.ts';
import { contractSigned } from './templates/contract-signed.ts';
import { invitation } from './templates/invitation.ts';
import { notice } from './templates/notice.ts';
import { invoiceDelivery } from './templates/invoice-delivery.ts';
import { proveContact } from './templates/prove-contact.ts';
import { resetPassword } from './templates/reset-password.ts';
import { securityChange } from './templates/security-change.ts';
import { signInNewDevice } from './templates/sign-in-new-device.ts';
import { trialCreditGranted } from './templates/trial-credit-granted.ts';
import { verifyAddress } from './templates/verify-address.ts';

const writers: { readonly [Template in MailTemplate]: MailWriter<Template> } = {
  'verify-address': verifyAddress,
  'address-exists': addressExists,
  'reset-password': resetPassword,
  'sign-in-new-device': signInNewDevice,
  invitation,
  'cap-level': capLevel,
  'contract-signed': contractSigned,
  'prove-contact': proveContact,
  'trial-credit-granted': trialCreditGranted,
  'invoice-delivery': invoiceDelivery,
  'security-change': securityChange,
  notice,
  announcement,
};

export interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Where the recipient can refuse mails of this kind; `null` if they cannot be refused. */
  readonly unsubscribeUrl: string | null;
}

/** @throws if this version does not know the mail's template, or its parameters do not fit the template. */
export function renderMail(mail: OutgoingMail, context: MailContext): RenderedMail {
  // The parameters of a mail match its template, which the compiler cannot infer from a table.
  const write = writers[mail.template][mail.locale] as (params: OutgoingMail['params'], context: MailContext) => MailContent;
  const content = write(mail.params, context);
  const { service } = context;
  return {
    subject: content.subject,
    html: htmlOf(content, service, mail.locale),
    text: textOf(content, service, mail.locale),
    unsubscribeUrl: content.unsubscribe?.url ?? null,
  };
}
