/**
 * Exported functions with the context or a principal that give no access to a record by its id: each takes what was found already. `memberOf`
 * and `accountsOf` are called before there is a principal, with the id of the signed-in person. Payments come from services that have proved who
 * they are.
 */
export const withoutRecords = [
  ...['queryOrder', 'draftOrder', 'enterPayment', 'moneyIntoForce', 'orderCredit', 'handleCallback'],
  // Charges of cards, by the job and the queue; the functions that stop them are called after the account was found.
  ...['checkCharge', 'cardMethod', 'chargeOrder', 'orderAutomatically', 'receivePayment', 'runCardTask', 'savedMeansOf'],
  ...['stopAutoTopUp', 'storeSavedCard', 'alarmOnServiceFault'],
  // What goes back of payments, as their services report it.
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
  // Of the address that is signed in with, or that a link was made for.
  ...['refuseNewsMail', 'setNewsMail', 'proveContact', 'wantsNewsMail'],
  // What is offered to all accounts, or applies to all; the overview checks the operator before it asks what is not set up.
  ...['listContractDocuments', 'missingSetUp', 'offeredPlans', 'openedMethod', 'readContractDocument', 'workingDays'],
  ...[
    'auditEntry',
    'keysIntoForce',
    'keyState',
    'narrowed',
    'notSellableBecause',
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
    'unknownModels',
  ],
];
