import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ConsolePage } from '@tollgate/contract/site/pages';
import { everyPage } from './every-page-suite.ts';

const kilobyte = 1024;
/** The lightest and the heaviest pages, each loaded in an empty browser. */
const weighed: readonly ConsolePage[] = ['/', '/sign-in', '/overview', '/keys', '/calls', '/playground', '/operator/calls'];

everyPage({ width: 1440, language: 'zh-CN', theme: 'light' }, ({ visit, show }) => {
  it('landing and sign-in load at most 350 KB, other pages at most 900 KB', async () => {
    for (const path of weighed) {
      const { page } = await visit(path);
      await show(page, path);
      const bytes = await page.evaluate<number>(
        'performance.getEntriesByType("navigation").concat(performance.getEntriesByType("resource")).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)',
      );
      const mostKb = path === '/' || path === '/sign-in' ? 350 : 900;
      assert.ok(bytes <= mostKb * kilobyte, `${path} loads ${String(Math.round(bytes / kilobyte))} KB`);
      await page.context().close();
    }
  });
});
