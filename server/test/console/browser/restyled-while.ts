import type { Page } from 'playwright-core';

interface TraceEvent {
  readonly name: string;
  readonly args: { readonly elementCount?: number };
}

/**
 * Number of elements whose styles the browser recalculated during an action. Nothing else shows a rule that checks a whole table for each
 * new row: the page is correct, but slow.
 */
export async function restyledWhile(page: Page, action: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  let elements = 0;
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const { name, args } of value as unknown as readonly TraceEvent[])
      if (name === 'UpdateLayoutTree') elements += args.elementCount ?? 0;
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline'] },
  });
  await action();
  const isWhole = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await isWhole;
  await session.detach();
  return elements;
}
