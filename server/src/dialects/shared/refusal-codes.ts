/**
 * What a code or type of a refusal is about. `parameter`: something in the request, which the message may explain. `money`: our balance,
 * regardless of the status. `credentials`: our key or account there. `upstream`: a fault of the upstream.
 */
export type CodeMeaning =
  | 'parameter'
  | 'context'
  | 'content'
  | 'too_large'
  | 'model'
  | 'request'
  | 'rate'
  | 'money'
  | 'credentials'
  | 'upstream';

/** In the form of {@link RefusalEvidence}. Numbers are those of vendors that use no names. */
const names: Readonly<Record<CodeMeaning, readonly string[]>> = {
  context: [
    ...['contextlengthexceeded', 'contextwindowexceeded', 'exceedcontextsizeerror', 'stringabovemaxlength', 'tokenslimitreached'],
    ...['maxtokensperrequest', 'characterstoolong', 'tokenstoolong', 'inputtoolong', 'inputtoolarge', 'prompttoolong'],
    ...['1261', '3051', '336007', '336103'],
  ],
  content: [
    ...['contentpolicyviolation', 'contentfilter', 'moderationblocked', 'datainspectionfailed', 'invalidprompt'],
    ...['sensitivewordsdetected', 'promptblocked', 'responsibleaipolicyviolation', 'censorshipblocked', 'prohibitedcontent'],
    ...['badprompt', 'badcompositionplan', '1301'],
  ],
  too_large: ['requesttoolarge', 'badrequesttoolarge', 'payloadtoolarge'],
  model: [
    ...['modelnotfound', 'modelnotavailable', 'modelnotexist', 'modeldecommissioned', 'modelnotopen', 'invalidmodel'],
    ...['dedicatedendpointnotrunning', 'deploymentnotfound', 'accessdeniedunpurchased', 'operationnotsupported'],
    ...['1211', '1220', '1221', '1222', '1311', '20012', '30003', '30011'],
  ],
  // The model did not write a valid tool call or JSON; the next attempt may succeed.
  request: ['toolusefailed', 'jsonvalidatefailed'],
  rate: [
    ...['ratelimitexceeded', 'ratelimiterror', 'ratelimitreachederror', 'ratelimited', 'ratelimit', 'toomanyrequests'],
    ...['resourceexhausted', 'requestlimitexceeded', 'setlimitexceeded', 'insufficientquota', 'modelratelimit'],
    ...['engineoverloadederror', 'serveroverloaded', 'servicetiercapacityexceeded', 'toomanyconcurrentrequests', 'systembusy'],
    ...['1302', '1303', '1304', '1305', '1308', '1310', '1312', '1313', '3505'],
  ],
  money: [
    ...['exceededcurrentquotaerror', 'billinghardlimitreached', 'billingnotactive', 'billingdisabled', 'arrearage'],
    ...['accountoverdueerror', 'insufficientbalance', 'insufficientcredits', 'insufficientuserquota'],
    ...['preconsumetokenquotafailed', '1113', '30001'],
  ],
  credentials: [
    ...['invalidapikey', 'incorrectapikey', 'incorrectapikeyerror', 'apikeyinvalid', 'apikeyexpired', 'apikeydisabled'],
    ...['invalidkey', 'invalidtoken', 'expiredtoken', 'tokenexpired', 'invalidauthentication', 'invalidauthenticationerror'],
    ...['authenticationerror', 'authenticationfailed', 'unauthorized', 'invalidclienttokenid', 'unrecognizedclientexception'],
    ...['signaturedoesnotmatch', 'accountdeactivated', 'accountsuspended', 'accountdisabled', 'accessterminated'],
    ...['accessterminatederror', 'consumerinvalid', 'unsupportedcountryregionterritory', 'quotaexceeded'],
    ...['1110', '1111', '1112', '1121'],
  ],
  parameter: [
    ...['unsupportedparameter', 'unsupportedvalue', 'unknownparameter', 'missingrequiredparameter', 'invalidvalue'],
    ...['invalidtype', 'invalidparametererror', 'invalidurl', 'malformedjson', 'requestparamsinvalid', 'invalidmessage'],
    ...['invalidrequest', 'maxcharacterlimitexceeded', 'validation'],
    ...['1210', '1213', '1214', '1215', '20015', '20042', '336003', '336006'],
  ],
  upstream: ['servererror', 'internalservererror', 'apierror', 'internal', 'overloadederror', 'serviceunavailableerror', '1234'],
};

const meanings: ReadonlyMap<string, CodeMeaning> = new Map(
  (Object.keys(names) as CodeMeaning[]).flatMap((meaning) => names[meaning].map((name) => [name, meaning] as const)),
);

/** Patterns that cover several names. */
const families: readonly (readonly [RegExp, CodeMeaning])[] = [
  [/(?:sensitivecontentdetected|riskdetection)$/, 'content'],
  [/^throttling|ratelimitexceeded$/, 'rate'],
  [/^invalidendpoint/, 'model'],
  [/^(?:invalidparameter|missingparameter|badrequestempty)/, 'parameter'],
  [/^internalerror/, 'upstream'],
];

/** Error types that mean no more than the status. */
const typeStatuses: ReadonlyMap<string, number> = new Map([
  ['invalidrequesterror', 400],
  ['badrequesterror', 400],
  ['badrequest', 400],
  ['invalidargument', 400],
  ['invalidparameter', 400],
  ['validationexception', 400],
  ['clientspecifiedaninvalidargument', 400],
  ['unprocessableentityerror', 422],
  ['insufficientquota', 429],
  ['permissionerror', 403],
  ['permissiondenied', 403],
  ['forbidden', 403],
  ['accessdenied', 403],
  ['thecallerdoesnothavepermissiontoexecutethespecifiedoperation', 403],
  ['accessdeniedexception', 403],
  ['notfounderror', 404],
  ['notfound', 404],
  ['resourcenotfoundexception', 404],
  ['resourcenotfounderror', 404],
  ['somerequestedentitywasnotfound', 404],
  ['someresourcehasbeenexhausted', 429],
  ['overloadederror', 529],
  ['apierror', 500],
  ['servererror', 500],
  ['internal', 500],
  ['unavailable', 503],
]);

/** The meaning of the first known name; `null` if none is known. */
export function meaningOf(found: readonly string[]): CodeMeaning | null {
  for (const name of found) {
    const meaning = meanings.get(name) ?? families.find(([family]) => family.test(name))?.[1];
    if (meaning !== undefined) return meaning;
  }
  return null;
}

/** The status that an error type corresponds to; 0 if none. */
export function statusOfTypes(found: readonly string[]): number {
  for (const name of found) {
    const status = typeStatuses.get(name);
    if (status !== undefined) return status;
  }
  return 0;
}
