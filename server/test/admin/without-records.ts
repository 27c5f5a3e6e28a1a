/**
 * Exported functions with the context or a principal that give no access to a record by its id, because they receive a record that was
 * found before. `memberOf` and `accountsOf` are called before a principal exists, with the id of the signed-in person. Payments come from
 * services that have authenticated.
 */
export const withoutRecords = [
  ...['queryOrder', 'draftOrder', 'enterPayment', 'moneyIntoForce', 'orderCredit', 'handleCallback'],
  // Charges of cards, by the job and the queue. Functions that stop them are called after the account was found.
  ...['checkCharge', 'cardMethod', 'chargeOrder', 'orderAutomatically', 'receivePayment', 'runCardTask', 'savedMeansOf'],
  ...['stopAutoTopUp', 'storeSavedCard', 'alarmOnServiceFault'],
  // Refunds as payment services report them.
  ...['bookReversal', 'bookReversals', 'bookReversalsOf', 'handleDispute', 'recordReversal'],
  // Messages about a change whose account was found before.
  ...['freezeNotices', 'frozenNotice', 'operatorNotices'],
  ...['queryAgain', 'payoutNews', 'sendRefund', 'handleRefundReport', 'whileReserved', 'writePartChange'],
  ...[
    'acceptInvitation',
    'accountsOf',
    'invitationsFor',
    'isInvited',
    'memberOf',
    'operatorRoleOf',
    'openOwnAccount',
    'planNamed',
    'probedModels',
    'publicModels',
    'requireOwners',
    'trialDraft',
  ],
  // For the address of the signed-in person, or of a link.
  ...['refuseNewsMail', 'setNewsMail', 'proveContact', 'wantsNewsMail'],
  // Offers that apply to all accounts. The overview checks the operator before it asks which set-up steps are missing.
  ...['listContractDocuments', 'missingSetUp', 'offeredPlans', 'openedMethod', 'readContractDocument', 'workingDays'],
  ...[
    'auditEntry',
    'keysIntoForce',
    'keyState',
    'narrowed',
    'missingFor',
    'providersOf',
    'readChargeableMultiplier',
    'readDialects',
    'readKeys',
    'readRoutes',
    'readStart',
  ],
  ...[
    'receiptOf',
    'requireCardsKnown',
    'requireChargeable',
    'requireChatDialects',
    'requireDomesticKnown',
    'requireServedAccount',
    'requireIsolationKnown',
    'requireSubAccountCapsKnown',
    'requireOperator',
    'requireOwnersRight',
    'requirePart',
    'requireRoom',
    'requireWholeAccount',
    'settingsOf',
    'subAccountIntoForce',
  ],
];
