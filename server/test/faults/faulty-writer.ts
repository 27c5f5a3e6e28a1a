/**
 * Loaded before the real program, so that its database thread meets a faulty disk. Each commit takes its instruction from the front of a
 * list in a file. `fails`: an I/O error, nothing is committed. `fails late`: an I/O error although the commit took effect. `stall <ms>`:
 * the disk takes this long. An instruction ending in `…` stays. Records events next to the list, the process id first.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isMainThread } from 'node:worker_threads';

const ordersFile = process.env.TEST_DISK_ORDERS ?? '';
const { exec } = Object.getOwnPropertyDescriptors(DatabaseSync.prototype);
const run = exec.value as (this: DatabaseSync, sql: string) => void;

function note(event: string): void {
  appendFileSync(`${ordersFile}.log`, `${event}\n`);
}

if (isMainThread) note(`pid ${String(process.pid)}`);

function nextOrder(): string {
  if (!existsSync(ordersFile)) return '';
  const [order = '', ...rest] = readFileSync(ordersFile, 'utf8').split('\n');
  if (order !== '' && !order.endsWith('…')) writeFileSync(ordersFile, rest.join('\n'));
  return order;
}

/** Like a failed fsync in SQLite: SQLITE_IOERR_FSYNC. */
function ioError(): Error {
  return Object.assign(new Error('disk I/O error'), { errcode: 1034 });
}

function wait(order: string): void {
  const ms = Number.parseInt(order.slice('stall '.length), 10);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

DatabaseSync.prototype.exec = function faulty(this: DatabaseSync, sql: string): void {
  if (sql.includes('synchronous = full')) note('opened');
  if (!sql.endsWith('commit')) {
    run.call(this, sql);
    return;
  }
  const order = nextOrder();
  if (order.startsWith('stall ')) wait(order);
  if (order !== 'fails') run.call(this, sql);
  note(order.startsWith('fails') ? order : 'committed');
  if (order.startsWith('fails')) throw ioError();
};
