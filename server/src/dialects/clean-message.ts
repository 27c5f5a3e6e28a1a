import { switchesChannelOff } from '@tollgate/contract/requests/channel-rules';

const inputCharactersMax = 2000;
const outputCharactersMax = 300;

/**
 * Parts of an upstream's message that must not reach a client: location, account, and how to find the call there. Order matters: patterns
 * that contain others come first.
 */
const removed: readonly RegExp[] = [
  /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'<>)\]]+/gi,
  /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g,
  /\b(?:authorization|bearer|api[ _-]?key|access[ _-]?token|secret)\b\s*(?:provided|is|was)?\s*[:=]\s*\S+/gi,
  /\bbearer\s+\S+/gi,
  /[([]?\b(?:x-)?(?:request|trace|log|correlation)[ _-]?id\b["']?\s*[:=]?\s*["']?[\w-]{6,}["']?[)\]]?/gi,
  /\beyJ[\w.-]{8,}/g,
  /\b(?:sk|pk|ak|key|org|proj|req|user|acct|sess|chatcmpl)[-_][A-Za-z0-9_*.-]{4,}/g,
  /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?(?![\w.])/g,
  /\[?(?:[0-9a-f]{1,4}:){3,7}[0-9a-f]{0,4}\]?(?::\d{1,5})?/gi,
  /\b(?:[a-z0-9-]{1,63}\.){1,6}(?:com|cn|net|org|io|ai|dev|app|cloud|xyz|top|site|tech|local|internal|svc|lan)\b(?::\d{1,5})?(?:\/[^\s"']*)?/gi,
  /\blocalhost\b(?::\d{1,5})?/gi,
  /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi,
  /(?<![\w+/=*-])(?=[\w+/=*-]*\d)(?=[\w+/=*-]*[A-Za-z])[\w+/=*-]{20,}/g,
  /[\w+/=*-]{40,}/g,
];

/** Text about our own key or money, including the codes that some upstreams put into their messages. */
const aboutOurAccount = /api key|invalid_api_key|account_deactivated|billing_not_active|insufficient_(?:user_)?quota/i;

/** An upstream's message without addresses, secrets and IDs, at most 300 characters, for the log; `null` if nothing is left. */
export function withoutSecrets(message: string): string | null {
  const beginning = message.slice(0, inputCharactersMax);
  // Runs of blanks are collapsed first: a pattern could split each run in as many ways as it is long.
  let text = beginning.toWellFormed().replace(/[\p{C}\s]+/gu, ' ');
  for (const pattern of removed) text = text.replace(pattern, ' ');
  text = text
    .replace(/[([{]\s*[)\]}]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;:!?)])/g, '$1')
    .trim();
  if (!/[\p{L}\p{N}]{2}/u.test(text)) return null;
  return text.length <= outputCharactersMax ? text : `${text.slice(0, outputCharactersMax - 1).toWellFormed()}…`;
}

/** The same for a client. Also `null` if the message concerns our account, or would make an aggregator disable a channel. */
export function cleanMessage(message: string): string | null {
  const beginning = message.slice(0, inputCharactersMax);
  return aboutOurAccount.test(beginning) || switchesChannelOff(beginning) ? null : withoutSecrets(beginning);
}
