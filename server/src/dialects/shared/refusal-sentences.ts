/**
 * What a refusal is about, judged by its message. Used last, if no code decides: vendors change messages, and may quote the client's text.
 * Therefore no message ejects a route.
 */
export type Sentence = 'our_limits' | 'context' | 'content' | 'our_account' | 'model' | 'request' | 'too_large';

/** Our own limits at the provider, in money or rate. Checked first, because such messages often mention exceeded tokens. */
const ourLimits =
  /rate[ _-]?limit|per minute|too many requests|overloaded|quota.{0,40}exceed|exceed.{0,40}quota|billing hard limit|spending limit/i;
const tooLong =
  /context[ _-]?(?:length|window|size)|maximum context|max[ _]?context|maximum prompt length|prompt (?:is |was )?too long|too many (?:input )?tokens|(?<!max_|completion_|maximum )(?:input|prompt|token)s?\b[^.]{0,40}(?:exceed|too long|longer than)|exceed[^.]{0,40}(?:context|max(?:imum)?[ _](?:input|prompt|sequence)|token limit)|reduce the length|range of input length|length of prompt_tokens|(?:less than|cannot exceed) \d+ tokens|max allowed tokens per|`inputs` tokens \+|上下文|prompt ?超长|输入.{0,12}(?:过长|超[过出长])/i;
const flagged =
  /content[ _-]?(?:policy|filter|management|moderation|risk|exists risk)|policy[ _-]?violation|data_?inspection|safety system|inappropriate content|unsafe content|considered high risk|new_sensitive|sensitive[ _](?:content|data|information|words?)|contains? sensitive|(?:was|were|been) (?:moderated|flagged)|violat\w+ (?:\w+ ){0,3}(?:guidelines|polic(?:y|ies))|违规|敏感|不安全内容/i;
const ourAccount =
  /(?:invalid|incorrect|expired|missing|no) (?:api[ _-]?(?:key|token)|access[ _-]?token)|api[ _-]?key\b.{0,40}(?:not valid|invalid|expired|disabled)|^unauthori[sz]ed|not authori[sz]ed|authentication fail|security token|(?:insufficient|not enough|low) (?:account )?(?:balance|credits?|funds)|balance (?:is )?(?:too low|insufficient|not enough)|good standing|account.{0,30}(?:arrears|overdue|suspended|deactivated|disabled|inactive)|user location|access denied|余额|欠费|密钥|鉴权/i;
const modelMissing = new RegExp(
  [
    // An optional name, then the fault.
    /\bmodels?(?: or endpoint| version| identifier| id)?[\s/:]*(['"`]?)[\w./:@+-]{0,120}\1\s*(?:do(?:es)? not exist|not exist|(?:was |is )?not (?:found|available|supported|deployed|activated|open)|is invalid|disabled|has been (?:decommissioned|deprecated|retired)|has reached the end|in(?:valid|accessible)\b)/,
    /(?:invalid|unknown|unsupported|no such) model(?: id| name)?\b(?! (?:parameter|setting))/,
    /not a valid model|(?:not found|access to) the model|^model: \S+$|non-serverless model|with the specified model|no endpoints found for/,
    /deployment for this resource does not exist|模型.{0,20}(?:不存在|未开通|下线)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);
/**
 * More output than our account there can pay for at once, something no provider behind it supports, or our organization not being verified.
 */
const notHere =
  /fewer max_tokens|can only afford|token capacity required|no endpoints? found that support|organization must be verified/i;
/** Larger than our account there may ever send at once, so repeating it does not help. */
const tooLarge = /request too large/i;

const inOrder: readonly (readonly [Sentence, RegExp])[] = [
  ['request', notHere],
  ['too_large', tooLarge],
  ['our_limits', ourLimits],
  ['context', tooLong],
  ['content', flagged],
  ['our_account', ourAccount],
  ['model', modelMissing],
];

/** What the message is about; `null` if it is something else. */
export function sentenceOf(message: string): Sentence | null {
  // A pattern could split a run of blanks in as many ways as it is long, so runs are collapsed.
  const text = message.replaceAll(/\s+/g, ' ');
  return inOrder.find(([, words]) => words.test(text))?.[0] ?? null;
}
