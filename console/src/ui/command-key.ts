const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The modifier key for commands on the user's keyboard. */
export const commandKey = isApple ? '⌘' : 'Ctrl';

/** The modifier with another key, as written on that system: `⌘K`, `Ctrl K`. */
export function commandKeys(key: string): string {
  return isApple ? `⌘${key}` : `Ctrl ${key}`;
}

/** The shortcut that submits the focused form, for screen readers. */
export const submitShortcut = isApple ? 'Meta+Enter' : 'Control+Enter';
