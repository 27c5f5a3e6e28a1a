/* oxlint-disable typescript/consistent-type-imports -- a declared module cannot import types from a relative path */
// console/docs-plugin.ts makes these modules while the console is built.
declare module 'virtual:docs/index' {
  const names: Readonly<Record<'zh' | 'en', readonly import('./doc-page.ts').DocName[]>>;
  export default names;
}
declare module 'virtual:docs/zh' {
  const pages: readonly import('./doc-page.ts').DocPage[];
  export default pages;
}
declare module 'virtual:docs/en' {
  const pages: readonly import('./doc-page.ts').DocPage[];
  export default pages;
}
