import type { Keyboard } from '../keyboard.ts';

/** What rows need to know of the place where they are walked. */
export interface Place {
  readonly accountId: string;
  /** Without members, so that it may be frozen. */
  readonly otherAccountId: string;
  readonly keyId: string;
  readonly subAccountId: string;
  readonly orderId: string;
  readonly invoiceId: string;
  /** The address in a mail that has come, and the code of the authenticator that was set up. */
  readonly mailedLink: (words: RegExp) => Promise<string>;
  readonly totpCode: () => Promise<string>;
  /** Makes the newcomer a member of the account. */
  readonly join: () => Promise<void>;
  readonly saveCard: () => Promise<void>;
  /** Makes all who are signed in so for an hour. */
  readonly ageSignIns: () => void;
  /** Makes a return that the payment service refuses: its id. */
  readonly refusedReturn: () => Promise<string>;
}

/** A form of the console and the way through it without a mouse. */
export interface Form {
  readonly name: string;
  /** The files below `console/src` whose forms, drawers and windows it is. */
  readonly of: readonly string[];
  /** Of the window, in pixels; a laptop's by default. */
  readonly width?: number;
  readonly at: string | ((place: Place) => string | Promise<string>);
  /** The button that opens it; without one, it is on the page. */
  readonly opener?: RegExp;
  /** How to go on from there, where Enter on the opener is not all. */
  readonly open?: (keys: Keyboard) => Promise<void>;
  /** Opens in the page, not over it or beside it. */
  readonly isInPage?: boolean;
  readonly fill?: (keys: Keyboard, place: Place) => Promise<void>;
  /** What is chosen so is not worth a question when the form is closed. */
  readonly isUnchanged?: boolean;
  /** What sends it; none for what is only looked at. */
  readonly submit?: RegExp;
  /** What the page then says: that it is done, or which field is refused and why. */
  readonly says?: string | RegExp;
  /** What is still to be done before the page is left. */
  readonly then?: (keys: Keyboard) => Promise<void>;
  /** Who walks it: somebody who is not signed in, or who has just signed up. By default the administrator, who owns the account. */
  readonly as?: 'nobody' | 'newcomer';
}

export const picture = {
  name: 'licence.png',
  mimeType: 'image/png',
  // The smallest picture there is.
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
