import type { Catcher, Mutant } from './mutant.ts';

const store = 'server/src/subjects/invoicing/invoices-store.ts';
const none = 'no gateway has invoices: a known mistake in bookkeeping';
const rule = 'contract/src/invoicing/invoice-conditions.ts';
const conditions = 'server/test/subjects/invoicing/invoice-conditions.test.ts';
const table: Catcher = {
  file: conditions,
  test: 'the rule says of every type, title and state of the verification what the specification says',
};
const onSqlite = (test: string): Catcher => ({ file: 'server/test/storage/sqlite.test.ts', test });

/** Bugs that invoice more than was paid and used, or use one invoice twice. */
export const invoiceMutants: readonly Mutant[] = [
  {
    name: 'invoice for unused money',
    rival: none,
    reinserted: 'an invoice covers any amount, whatever was paid and used',
    edits: [{ file: store, find: 'and cast(${amount} as bigint) <= ${left}', replace: '' }],
    caughtBy: [
      onSqlite('only paid money that closed hours have used is invoiced: no trial money, no gift, none that is still there'),
    ],
  },
  {
    name: 'same money requested twice',
    rival: none,
    reinserted: 'waiting requests reserve nothing, so the same money is invoiced twice',
    edits: [
      {
        file: store,
        find: '- ${sumOf(accountId, requested)} - ${sumOf(accountId, issued)}`',
        replace: '- ${sumOf(accountId, issued)}`',
      },
    ],
    caughtBy: [onSqlite('of 50 requests at once for all that can be invoiced one is taken, with one message')],
  },
  {
    name: 'trial money on an invoice',
    rival: none,
    reinserted: 'usage paid by trial money is invoiced as if it were paid',
    edits: [
      {
        file: 'server/src/subjects/ledger/closed-money-statements.ts',
        find: 'case when used <= trial or base <= 0 then 0 when used - trial < base then used - trial else base end',
        replace: 'case when used < base then used else base end',
      },
    ],
    caughtBy: [
      onSqlite('only paid money that closed hours have used is invoiced: no trial money, no gift, none that is still there'),
    ],
  },
  {
    name: 'mistyped tax number accepted',
    rival: none,
    reinserted: 'the check character is not compared, so the invoice is worthless to its recipient',
    edits: [
      {
        file: 'server/src/subjects/invoicing/rules/tax-number.ts',
        find: "if (value.endsWith(expected ?? ' ')) return",
        replace: 'if (expected !== null) return',
      },
    ],
    caughtBy: [
      {
        file: 'server/src/subjects/invoicing/rules/tax-number.test.ts',
        test: 'a code with a wrong check character, a strange letter or another length is refused in words that say which',
      },
    ],
  },
  {
    name: 'ordinary invoice without verification',
    rival: none,
    reinserted: 'only special invoices require a verified enterprise, so anyone gets an ordinary one in any name',
    edits: [
      { file: rule, find: "if (verification !== 'approved')", replace: "if (isSpecial(type) && verification !== 'approved')" },
    ],
    caughtBy: [table],
  },
  {
    name: 'enterprise without an address',
    rival: none,
    reinserted: 'an enterprise is invoiced without the address and telephone that the invoice prints',
    edits: [{ file: rule, find: "['tax_number', 'address', 'telephone']", replace: "['tax_number']" }],
    caughtBy: [
      table,
      {
        file: conditions,
        test: 'a new or changed title of an enterprise is refused at the field that it lacks; older ones stay in the list',
      },
    ],
  },
  {
    name: 'old request approved without the rule',
    rival: none,
    reinserted: 'the conditions are checked only at the request, so an enterprise that was never verified gets an invoice',
    edits: [
      {
        file: 'server/src/subjects/invoicing/invoice-moves.ts',
        find: "if (act.move === 'approve') await requireConditions",
        replace: "if (act.move === 'review') await requireConditions",
      },
    ],
    caughtBy: [
      {
        file: conditions,
        test: 'a request from before the rule is not approved, and can be rejected',
      },
    ],
  },
  {
    name: 'right-to-left characters in a title',
    rival: none,
    reinserted: 'only control characters are refused, so finance reads a different name from the stored one',
    edits: [
      {
        file: 'contract/src/seen-text.ts',
        find: 'return !unseenSigns.test(text);',
        replace: 'return !/[\\u0000-\\u001f\\u007f]/.test(text);',
      },
    ],
    caughtBy: [
      {
        file: 'server/test/console/hidden-signs.test.ts',
        test: 'no text of any route that another person reads takes a sign that nobody sees',
      },
    ],
  },
];
