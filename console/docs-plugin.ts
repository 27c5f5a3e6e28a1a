import type { Plugin } from 'vite';
import { docPages, listedDocs } from './docs-tree.ts';

const modules: Readonly<Record<string, () => unknown>> = {
  'virtual:docs/index': () => ({ zh: listedDocs('zh'), en: listedDocs('en') }),
  'virtual:docs/zh': () => docPages('zh'),
  'virtual:docs/en': () => docPages('en'),
};

/** Makes modules of the documentation: its index, and its pages in each language, which are fetched when somebody reads them. */
export function docsPlugin(): Plugin {
  return {
    name: 'docs',
    resolveId: (id) => (id in modules ? `\0${id}` : null),
    load(id) {
      const contents = modules[id.slice(1)];
      // As text: a browser reads it faster than the same as a program.
      return contents === undefined ? null : `export default JSON.parse(${JSON.stringify(JSON.stringify(contents()))});`;
    },
  };
}
