import type { Keyboard } from '../keyboard.ts';

/** Data about the place where forms are tested. */
export interface Place {
  readonly accountId: string;
  /** An account without members, so that it can be frozen. */
  readonly otherAccountId: string;
  readonly keyId: string;
  readonly subAccountId: string;
  readonly orderId: string;
  readonly invoiceId: string;
  readonly providerId: string;
  /** The link in a received mail, and the code of the configured authenticator. */
  readonly mailedLink: (words: RegExp) => Promise<string>;
  readonly totpCode: () => Promise<string>;
  /** Adds the newcomer to the account. */
  readonly join: () => Promise<void>;
  readonly saveCard: () => Promise<void>;
  /** Gives the account a private upstream. */
  readonly ownUpstream: () => Promise<void>;
  /** Makes all sessions one hour older. */
  readonly ageSignIns: () => void;
  /** Creates a refund that the payment service refuses; returns its id. */
  readonly refusedReturn: () => Promise<string>;
}

/** A form of the console, and how to complete it with the keyboard. */
export interface Form {
  readonly name: string;
  /** The files below `console/src` whose forms, drawers and windows it covers. */
  readonly of: readonly string[];
  /** Window width in pixels; that of a laptop by default. */
  readonly width?: number;
  readonly at: string | ((place: Place) => string | Promise<string>);
  /** The button that opens the form; without one, the form is on the page. */
  readonly opener?: RegExp;
  /** Further steps if Enter on the opener is not enough. */
  readonly open?: (keys: Keyboard) => Promise<void>;
  /** Whether the form opens inside the page, not above or next to it. */
  readonly isInPage?: boolean;
  readonly fill?: (keys: Keyboard, place: Place) => Promise<void>;
  /** Whether closing the form asks nothing despite this input. */
  readonly isUnchanged?: boolean;
  /** The submit button; absent for forms without one. */
  readonly submit?: RegExp;
  /** What the page shows afterwards: success, or the refused field with the reason. */
  readonly says?: string | RegExp;
  /** Steps before the page is left. */
  readonly then?: (keys: Keyboard) => Promise<void>;
  /** Who uses the form: a visitor, or a new user. By default the administrator, who owns the account. */
  readonly as?: 'nobody' | 'newcomer';
}

export const picture = {
  name: 'licence.png',
  mimeType: 'image/png',
  // The smallest valid picture.
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
} as const;

export const pdf = {
  name: 'invoice.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
} as const;
