/** How long the log of changes keeps what an entry says was changed. Its row is never deleted. */
export const payloadClasses = ['ordinary', 'lasting'] as const;
export type PayloadClass = (typeof payloadClasses)[number];

/**
 * Acts about settings that neither give access nor move money. Every other act, including future ones, is lasting: rights, keys created or
 * ended, money, invoices, prices, and operators' decisions.
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

/** The retention class of an act. Read when its entry is written; a written entry keeps its class. */
export function payloadClassOf(action: string): PayloadClass {
  return ordinaryActs.has(action) ? 'ordinary' : 'lasting';
}

/** Days for which changed values are kept, by class. */
export type AuditRetention = Readonly<Record<PayloadClass, number>>;
