const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The key that commands go with on the reader's keyboard. */
export const commandKey = isApple ? '⌘' : 'Ctrl';

/** It together with another one, as it is written there: `⌘K`, `Ctrl K`. */
export function commandKeys(key: string): string {
  return isApple ? `⌘${key}` : `Ctrl ${key}`;
}

/** The shortcut that submits the focused form, for screen readers. */
export const submitShortcut = isApple ? 'Meta+Enter' : 'Control+Enter';
