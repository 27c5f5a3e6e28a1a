/** A console that is rebuilt while the server runs never misses a file: open pages continue with their files. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import fastify from 'fastify';
import { putInPlace } from '../../../console/put-in-place.ts';
import { registerConsoleFiles } from '../../src/operations/console-files.ts';

/** A build with one file unique to it and one file that every build has. */
function build(parent: string, version: string): { readonly made: string; readonly files: Record<string, string[]> } {
  const made = mkdtempSync(join(parent, 'made-'));
  mkdirSync(join(made, 'assets'));
  const names = [`page-${version}.js`, 'same-1.js'];
  for (const name of names) {
    writeFileSync(join(made, 'assets', name), `// ${name}`);
    writeFileSync(join(made, 'assets', `${name}.gz`), 'packed');
  }
  writeFileSync(join(made, 'index.html'), `<script src="/assets/page-${version}.js"></script>`);
  return { made, files: Object.fromEntries(names.map((name) => [name, ['gzip']])) };
}

test('a page opened before the console was rebuilt still finds its files; those of two builds ago are gone', async (context) => {
  const parent = mkdtempSync(join(tmpdir(), 'tollgate-rebuilt-'));
  const target = join(parent, 'dist');
  const app = fastify();
  registerConsoleFiles(app, {
    site: () => Promise.resolve({ name: 'Tollgate', logo: null, mail: true, support: null, addresses: [] }),
    freshNonce: () => 'n',
    folder: pathToFileURL(`${target}/`),
  });
  context.after(async () => {
    await app.close();
    rmSync(parent, { recursive: true, force: true });
  });
  const status = async (path: string): Promise<number> => (await app.inject(path)).statusCode;
  for (const [at, version] of ['a', 'b', 'c', 'c', 'd'].entries()) {
    const { made, files } = build(parent, version);
    putInPlace(made, target, { hash: version, files });
    // Within one tick of the disk's clock, which never happens with two real builds.
    utimesSync(join(target, 'built.json'), at + 1, at + 1);
    assert.match((await app.inject('/')).body, new RegExp(`page-${version}\\.js`));
    assert.deepEqual([await status(`/assets/page-${version}.js`), await status('/assets/same-1.js')], [200, 200]);
    if (version === 'b') assert.equal(await status('/assets/page-a.js'), 200);
    if (at === 2) assert.deepEqual([await status('/assets/page-a.js'), await status('/assets/page-b.js')], [404, 200]);
  }
  assert.deepEqual(readdirSync(join(target, 'assets')).sort(), [
    ...['page-c.js', 'page-c.js.gz', 'page-d.js', 'page-d.js.gz'],
    ...['same-1.js', 'same-1.js.gz'],
  ]);
});
