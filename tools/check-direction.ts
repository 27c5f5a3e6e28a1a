// `npm run check:direction`: fails on any import in a forbidden direction, and if it read too few files to be sure.
import { cruiseTree } from './cruise-tree.ts';

const { violations, unread, readCount, unknownRooms, missingRooms } = await cruiseTree();

const faults = [
  ...violations.map(({ rule, from, to }) => `${rule}: ${from} → ${to}`),
  ...unread.map((file) => `not read, so not checked: ${file}`),
  ...unknownRooms.map((room) => `${room}/ has no line in .dependency-cruiser.cjs`),
  ...missingRooms.map((room) => `.dependency-cruiser.cjs speaks of ${room}/, which does not exist`),
  ...(readCount === 0 ? ['no TypeScript file was read'] : []),
];

for (const fault of faults) console.error(fault);
if (faults.length > 0) {
  console.error(`${String(faults.length)} breaches of the import direction`);
  process.exitCode = 1;
} else {
  console.log(`import direction holds in ${String(readCount)} modules`);
}
