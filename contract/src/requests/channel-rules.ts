/**
 * Errors on which aggregators disable a whole channel: one of their accounts here, with all its models. A message with a trigger word
 * disconnects all users of an aggregator until a person checks it. Each row names its source; check newer versions there.
 */
export interface ChannelRule {
  readonly software: 'one-api' | 'new-api' | 'one-hub';
  /** Repository and commit, with files and lines. */
  readonly source: string;
  readonly statuses?: readonly number[];
  readonly types?: readonly string[];
  readonly codes?: readonly string[];
  /** Substrings of a message, in any case. */
  readonly words?: readonly string[];
}

const oneApi = 'songquanpeng/one-api@8df4a267 monitor/manage.go';
const newApi = 'Calcium-Ion/new-api@ef8ae4db service/channel.go';
const newApiWords = 'Calcium-Ion/new-api@ef8ae4db setting/operation_setting/operation_setting.go';
const laterNewApi = 'QuantumNous/new-api@019ac3dc service/channel.go';
const laterNewApiWords = 'QuantumNous/new-api@0a10935f setting/operation_setting/operation_setting.go';
const oneHub = 'MartialBE/one-hub@1991da05 controller/common.go';
const oneHubWords = 'MartialBE/one-hub@3ce07366 common/disable-channel.go';

export const channelRules: readonly ChannelRule[] = [
  { software: 'one-api', source: `${oneApi}:18`, statuses: [401] },
  {
    software: 'one-api',
    source: `${oneApi}:21-24`,
    types: ['insufficient_quota', 'authentication_error', 'permission_error', 'forbidden'],
  },
  { software: 'one-api', source: `${oneApi}:25`, codes: ['invalid_api_key', 'account_deactivated'] },
  {
    software: 'one-api',
    source: `${oneApi}:29-40`,
    words: [
      'your access was terminated',
      'violation of our policies',
      'organization has been disabled',
      'credit',
      'balance',
      'permission denied',
      'organization has been restricted',
      'api key not valid',
      'api key expired',
      '已欠费',
    ],
  },
  { software: 'new-api', source: `${newApi}:46`, statuses: [401] },
  { software: 'new-api', source: `${newApi}:55-62`, codes: ['invalid_api_key', 'account_deactivated', 'billing_not_active'] },
  {
    software: 'new-api',
    source: `${newApi}:63-75`,
    types: ['insufficient_quota', 'insufficient_user_quota', 'authentication_error', 'permission_error', 'forbidden'],
  },
  {
    software: 'new-api',
    source: `${newApiWords}:8-16, which ${newApi}:77-81 looks for`,
    words: [
      'your credit balance is too low',
      'this organization has been disabled.',
      'you exceeded your current quota',
      'permission denied',
      'the security token included in the request is invalid',
      'operation not allowed',
      'your account is not authorized',
    ],
  },
  // Later versions check only status and text. An error that should disable a channel must therefore say so in its message.
  { software: 'new-api', source: `${laterNewApi}, ShouldDisableByStatusCode (401 unless set otherwise)`, statuses: [401] },
  {
    software: 'new-api',
    source: `${laterNewApiWords}, AutomaticDisableKeywords`,
    words: ['insufficient balance', 'insufficient_balance', 'balance not enough', '余额不足'],
  },
  { software: 'one-hub', source: `${oneHub}, ShouldDisableChannel`, statuses: [401] },
  {
    software: 'one-hub',
    source: `${oneHub}, ShouldDisableChannel`,
    codes: ['invalid_api_key', 'account_deactivated', 'billing_not_active'],
    types: ['insufficient_quota', 'authentication_error', 'permission_error', 'forbidden'],
    words: ['credit', 'balance', 'access denied', 'permission denied'],
  },
  {
    software: 'one-hub',
    source: `${oneHubWords}, GetDefaultDisableChannelKeywords`,
    words: [
      'you exceeded your current quota',
      'quota exceeded for quota metric',
      'api key not valid',
      'the security token included in the request is invalid',
      'operation not allowed',
      'your account is not authorized',
      'your account is currently blocked',
      'too many invalid requests',
    ],
  },
];

/** Compares as all aggregators do: ignores case and the dot of the Turkish capital İ. */
function folded(text: string): string {
  return text.replaceAll('İ', 'i').toLowerCase();
}

const allWords = [...new Set(channelRules.flatMap(({ words }) => words ?? []))];

/** Whether any aggregator would disable a channel because of this text alone. */
export function switchesChannelOff(message: string): boolean {
  const text = folded(message);
  return allWords.some((words) => text.includes(words));
}

/** The rules by which an error response disables a channel. */
export function rulesHit(error: {
  readonly status: number;
  readonly type: string;
  readonly code: string;
  readonly message: string;
}): readonly ChannelRule[] {
  const text = folded(error.message);
  return channelRules.filter(
    ({ statuses, types, codes, words }) =>
      statuses?.includes(error.status) === true ||
      types?.includes(error.type) === true ||
      codes?.includes(error.code) === true ||
      words?.some((part) => text.includes(part)) === true,
  );
}
