// Which test files share a process. To load the service and to warm it up costs more than most files do with it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Few enough that what a file leaves behind meets few others, and that no processor is left waiting for the last process. */
const filesMax = 8;

/** Files in groups: neighbours in a folder share one, in their order, so the same files meet in every run. */
export function groupsOf(files) {
  const groups = [];
  let folder = null;
  for (const file of files.toSorted()) {
    if (dirname(file) !== folder || groups.at(-1).length === filesMax) groups.push([]);
    folder = dirname(file);
    groups.at(-1).push(file);
  }
  return groups;
}

/** Writes for each group what Node is to run, in this order, and beside it the list of its files; both are gone when this process ends. */
export function writeEntries(groups) {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-tests-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const runGroup = JSON.stringify(new URL('run-group.mjs', import.meta.url).href);
  return groups.map((files, at) => {
    // Node goes by their names.
    const entry = join(folder, `${String(at).padStart(3, '0')}.mjs`);
    writeFileSync(`${entry}.json`, JSON.stringify(files));
    writeFileSync(entry, `import { runGroup } from ${runGroup};\nawait runGroup(import.meta.filename);\n`);
    return entry;
  });
}
