import { accountBounds, type AccountBound } from '@tollgate/contract/console/account-bounds';
import { callRetentionDays } from '@tollgate/contract/retention';
import { readConfig } from '../../src/config/config.ts';
import { deliveriesPerWebhook } from '../../src/storage/stores/purge-told.ts';

/** Of one entry of the log of changes: its row with indexes, and what it says. */
export const entryBytes = { row: 450, payload: 2 * 512 } as const;
/** Of one row of the call log, with its indexes. */
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

/** The most of everything that one account makes the service keep, by what it is. */
function growthLines(): readonly string[] {
  const limits = defaults();
  const bounds: readonly AccountBound[] = Object.values(accountBounds);
  const standing = bounds.filter(({ hours }) => hours === null).reduce((sum, { max, rowBytes }) => sum + max * rowBytes, 0);
  // Two bounds of one noun are two views of the same rows; those that go by themselves after a day are none of what stays.
  const perDay = bounds
    .filter(({ hours, heldIn }) => hours !== null && !/exports|account-data/.test(heldIn))
    .reduce((sum, { max, rowBytes, hours }) => sum + (max * rowBytes * 24) / (hours ?? 24), 0);
  // All people of an account make twice what one makes, and half as much again by deleting.
  const changes = 3 * limits.changesPerDay;
  const kept = (days: number) => sizeText(changes * days * entryBytes.payload);
  const refused = limits.refusedCallsLoggedPerDay;
  return [
    `| what there is at a time, by the table above | ${sizeText(standing)} |`,
    `| rows that stay when what they are of is over (keys, orders, requests and others), by the table above | ${sizeText(perDay)} a day |`,
    `| the log of changes: ${countText(changes)} entries a day, of which the row stays | ${sizeText(changes * entryBytes.row)} a day |`,
    `| what its entries say, for ${String(limits.auditDays)} days; if all were of access or money, for ${countText(limits.auditLastingDays)} | ${kept(limits.auditDays)}; ${kept(limits.auditLastingDays)} |`,
    `| messages: at most one for each change | ${sizeText(changes * 1000)} a day |`,
    `| what webhooks were told: the newest ${countText(deliveriesPerWebhook)} of each, and those of the last hours, for 90 days | ${sizeText(accountBounds.webhooks.max * deliveriesPerWebhook * 1000)} |`,
    `| rows of refused calls, ${countText(refused)} a day (and up to 24 a day per error code), for ${String(callRetentionDays)} days; their bodies are never kept | ${sizeText(refused * callBytes)} a day, ${sizeText(refused * callBytes * callRetentionDays)} together |`,
    `| rows of calls that are admitted, 60 a minute with the free trial, for ${String(callRetentionDays)} days; each is reserved and paid from the trial credit | ${sizeText(60 * dayMinutes * callBytes)} a day, ${sizeText(60 * dayMinutes * callBytes * callRetentionDays)} together |`,
    `| files: songs, images, exports, licences, contracts | ${sizeText(limits.objectsBytesMax / 4)}, a quarter of \`TOLLGATE_OBJECTS_BYTES_MAX\` |`,
  ];
}

/** What one account can make the service keep, made from the bounds that refuse more. */
export function boundsTable(): string {
  const rows = Object.values(accountBounds).map(
    ({ noun, max, hours, rowBytes, heldIn }: AccountBound) =>
      `| ${noun} | ${countText(max)} ${timeText(hours)} | ${rowBytes === 1 ? '' : sizeText(rowBytes)} | ${sizeText(max * rowBytes)} | \`server/src/${heldIn.replaceAll(', ', '`, `server/src/')}\` |`,
  );
  return [
    ...['| An account has or makes at most | | One takes | Together | Held in |', '| --- | --- | --- | --- | --- |', ...rows, ''],
    ...['| The most that one account makes the service keep | |', '| --- | --- |', ...growthLines(), ''],
  ].join('\n');
}
