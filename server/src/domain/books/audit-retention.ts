/** Retention classes of the changed values in audit entries. The rows themselves are never deleted. */
export const payloadClasses = ['ordinary', 'lasting'] as const;
export type PayloadClass = (typeof payloadClasses)[number];

/**
 * Actions on settings that neither give access nor move money. Every other action, including future ones, is lasting: rights, keys created
 * or ended, money, invoices, prices, and operators' decisions.
 */
const ordinaryActs: ReadonlySet<string> = new Set([
  ...['key.patch', 'sub-account.create', 'sub-account.patch', 'sub-account.delete'],
  ...['alert-settings.patch', 'billing.patch', 'webhook.create', 'webhook.update', 'webhook.delete'],
  ...['invoice-title.create', 'invoice-title.update', 'invoice-title.delete'],
  ...['service-request.create', 'service-request.step', 'account.data_export'],
  ...['news-mail.accept', 'news-mail.refuse', 'mail.read', 'mail.resend'],
  ...['announcement.create', 'announcement.update', 'announcement.withdraw', 'announcement.end-maintenance'],
  ...['incident.open', 'incident.update', 'probe.choose', 'robot.test', 'books.audit'],
]);

/** Retention class of an action, evaluated when its entry is written; existing entries keep their class. */
export function payloadClassOf(action: string): PayloadClass {
  return ordinaryActs.has(action) ? 'ordinary' : 'lasting';
}

/** Days for which changed values are kept, by class. */
export type AuditRetention = Readonly<Record<PayloadClass, number>>;
