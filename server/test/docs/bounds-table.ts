import { accountBounds, type AccountBound } from '@tollgate/contract/tenants/account-bounds';
import { callRetentionDays, noticeRetentionDays } from '@tollgate/contract/calls/retention';
import { readConfig } from '../../src/config/config.ts';
import { fileShares } from '../../src/objects/file-shares.ts';
import { objectBytesMax } from '../../src/service/parts/object-parts.ts';
import { deliveriesPerWebhook } from '../../src/storage/stores/purge-deliveries.ts';

/** Bytes of one audit log entry: row with indexes, and changed values. */
export const entryBytes = { row: 450, payload: 2 * 512 } as const;
/** Bytes of one call log row with its indexes. */
const callBytes = 500;
const dayMinutes = 24 * 60;

function sizeText(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`;
  return bytes >= 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e3).toFixed(0)} kB`;
}

function countText(count: number): string {
  return count.toLocaleString('en-US');
}

function timeText(hours: number | null): string {
  if (hours === null) return 'at a time';
  return hours > 24 ? `in ${String(hours / 24)} days` : `in ${String(hours)} hours`;
}

function defaults() {
  const read = readConfig({});
  if (!read.ok) throw new Error(read.faults.join('\n'));
  return read.config.limits;
}

/** Maximum storage of one account, by kind. */
function growthLines(): readonly string[] {
  const limits = defaults();
  const bounds: readonly AccountBound[] = Object.values(accountBounds);
  const standing = bounds.filter(({ hours }) => hours === null).reduce((sum, { max, rowBytes }) => sum + max * rowBytes, 0);
  // Two limits with the same noun count the same rows. Rows that are deleted after a day do not accumulate.
  const perDay = bounds
    .filter(({ hours, heldIn }) => hours !== null && !/exports|account-data/.test(heldIn))
    .reduce((sum, { max, rowBytes, hours }) => sum + (max * rowBytes * 24) / (hours ?? 24), 0);
  // All members together can make twice as many changes as one person, plus half as many deletions.
  const changes = 3 * limits.changesPerDay;
  const kept = (days: number) => sizeText(changes * days * entryBytes.payload);
  const refused = limits.refusedCallsLoggedPerDay;
  const files = fileShares(limits.objectsBytesMax, objectBytesMax);
  return [
    `| objects that exist at one time, from the table above | ${sizeText(standing)} |`,
    `| rows that remain after their object ends (keys, orders, requests and others), from the table above | ${sizeText(perDay)} a day |`,
    `| audit log: ${countText(changes)} entries a day, whose rows stay permanently | ${sizeText(changes * entryBytes.row)} a day |`,
    `| changed values in audit log entries, for ${String(limits.auditDays)} days; if all concern access or money, for ${countText(limits.auditLastingDays)} days | ${kept(limits.auditDays)}; ${kept(limits.auditLastingDays)} |`,
    `| messages: at most one per change, for ${String(noticeRetentionDays)} days | ${sizeText(changes * 1000)} a day, ${sizeText(changes * 1000 * noticeRetentionDays)} in total |`,
    `| webhook deliveries: the newest ${countText(deliveriesPerWebhook)} per webhook and those of the last hours, for 90 days | ${sizeText(accountBounds.webhooks.max * deliveriesPerWebhook * 1000)} |`,
    `| call log rows for refused calls, ${countText(refused)} a day (and up to 24 a day per error code), for ${String(callRetentionDays)} days, without bodies | ${sizeText(refused * callBytes)} a day, ${sizeText(refused * callBytes * callRetentionDays)} in total |`,
    `| call log rows for admitted calls, 60 a minute with the free trial, for ${String(callRetentionDays)} days, each paid from the trial credit | ${sizeText(60 * dayMinutes * callBytes)} a day, ${sizeText(60 * dayMinutes * callBytes * callRetentionDays)} in total |`,
    `| files of an account that has paid: songs and images; as much again for exports, licences, invoices and contracts | ${sizeText(files.accountBytesMax)}, a quarter of \`TOLLGATE_OBJECTS_BYTES_MAX\`, each |`,
    `| the same of an account that has not paid | ${sizeText(files.unpaidAccountBytesMax)}, a 64th, each |`,
  ];
}

/** Maximum storage of one account, computed from the limits of the program. */
export function boundsTable(): string {
  const rows = Object.values(accountBounds).map(
    ({ noun, max, hours, rowBytes, heldIn }: AccountBound) =>
      `| ${noun} | ${countText(max)} ${timeText(hours)} | ${rowBytes === 1 ? '' : sizeText(rowBytes)} | ${sizeText(max * rowBytes)} | \`server/src/${heldIn.replaceAll(', ', '`, `server/src/')}\` |`,
  );
  return [
    ...['| Maximum per account | | Size of one | Total | Enforced in |', '| --- | --- | --- | --- | --- |', ...rows, ''],
    ...['| Maximum that one account stores | |', '| --- | --- |', ...growthLines(), ''],
  ].join('\n');
}
