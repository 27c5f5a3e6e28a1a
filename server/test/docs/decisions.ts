import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the decision records. */
export const decisionsFolder = join(import.meta.dirname, '../../../docs/decisions');

/** All subjects of decisions, in the order of the index: subjects of the code first, then general ones. */
const decisionSubjects = {
  tenants: 'Accounts, sub-accounts and keys',
  people: 'Members, roles and rights',
  catalogue: 'Models, prices and the providers that serve them',
  calls: 'Call log, exports and tasks',
  ledger: 'Balances, statements and audits',
  payments: 'Orders, refunds and payouts',
  invoicing: 'Invoices and their conditions',
  notices: 'Messages, mail, alarms and webhooks',
  news: 'Announcements, maintenance and status',
  requests: 'Dedicated channel, private deployment and contracts',
  'account-life': 'Data export and closing',
  site: 'Settings and the audit log',
  'path of a call': 'From the socket to the log, and its cost',
  limits: 'Rates, caps, bounds and the calendar',
  fleet: 'Several nodes, and checks at startup',
  storage: 'Databases, commits, queues and files',
  dialects: 'Protocols of clients and upstreams',
  providers: 'Routes, keys of routes, retries and tests of providers',
  console: 'How the console is built and served',
  'sign-in': 'Passwords, passkeys, identity providers and sessions',
  'tests and loop': 'Test runner, fixtures, simulation and checks',
  house: 'Rooms, routes, refusals and the bundle',
} as const;

/** A decision record, as described by its head. */
interface Decision {
  readonly file: string;
  readonly number: number;
  readonly title: string;
  /** As in the record, including links to later decisions. */
  readonly status: string;
  readonly laterDecisions: readonly { readonly number: number; readonly file: string }[];
  readonly subject: keyof typeof decisionSubjects;
  readonly text: string;
}

const link = String.raw`\[\d+\]\([^)\s]+\.md\)`;
const head = new RegExp(
  String.raw`^# (\d+)\. (.+)\n\n\*\*Status:\*\* (accepted|(?:amended|superseded) by ${link}(?:, ${link})*)\. \*\*Subject:\*\* ([a-z -]+)\.\n`,
);

function isSubject(name: string): name is keyof typeof decisionSubjects {
  return name in decisionSubjects;
}

/** Parses a record; throws unless its head has a title, a known status and a known subject. */
export function readDecision(file: string, text: string): Decision {
  const [, number = '', title = '', status = '', subject = ''] = head.exec(text) ?? [];
  if (number === '' || !file.startsWith(`${number.padStart(4, '0')}-`) || !isSubject(subject)) {
    throw new Error(
      `docs/decisions/${file} must begin with "# <number>. <title>" and, after a blank line, "**Status:** accepted. **Subject:** <subject>."; ` +
        `a status is "accepted", "amended by [<number>](<file>)" or "superseded by [<number>](<file>)", a subject one of ${Object.keys(decisionSubjects).join(', ')}`,
    );
  }
  const laterDecisions = [...status.matchAll(/\[(\d+)\]\(([^)]+)\)/g)].map(([, later = '', path = '']) => ({
    number: Number(later),
    file: path,
  }));
  return { file, number: Number(number), title, status, laterDecisions, subject, text };
}

/** All decision records, by number. */
export function allDecisions(): readonly Decision[] {
  return readdirSync(decisionsFolder)
    .filter((file) => /^\d{4}-.+\.md$/.test(file))
    .toSorted()
    .map((file) => readDecision(file, readFileSync(join(decisionsFolder, file), 'utf8')));
}

const introduction = `# Decisions by subject

This page lists the decisions about the code and their reasons. It is for people who change the code. An _amended_ decision holds except for what the
later one changes; a _superseded_ one no longer holds. A new record begins with its title, its status and its subject; \`npm run docs\` adds its row here.`;

/** The index of all decisions, each listed once under its subject. */
export function decisionsPage(): string {
  const decisions = allDecisions();
  const sections = Object.entries(decisionSubjects).flatMap(([subject, about]) => {
    const rows = decisions
      .filter((decision) => decision.subject === subject)
      .map(({ file, number, title, status }) => `| [${String(number)}](${file}) | ${title} | ${status} |`);
    return rows.length === 0
      ? []
      : [`## ${subject}`, `${about}.`, ['| No. | Decision | Status |', '| --: | --- | --- |', ...rows].join('\n')];
  });
  return [introduction, ...sections].join('\n\n');
}
