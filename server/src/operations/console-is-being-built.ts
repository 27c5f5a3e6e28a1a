/**
 * Shown until the console is built; it reloads by itself. Meanwhile the gateway already serves calls.
 * @param name of the service, as HTML.
 */
export function consoleIsBeingBuilt(nonce: string, name: string): string {
  return `<!doctype html>
<html lang="zh-CN">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta http-equiv="refresh" content="2" />
    <title>${name}</title>
    <style nonce="${nonce}">
      :root { color-scheme: light dark; }
      body { margin: 20vh auto; max-width: 34rem; padding: 0 24px; font: 16px/1.6 system-ui, sans-serif; }
      h1 { font-size: 1.25rem; }
    </style>
  </head>
  <body>
    <h1>${name}</h1>
    <p>控制台正在构建，通常不到 20 秒，完成后本页自动打开。网关已经在提供服务，接口文档在 <a href="/docs/api">/docs/api</a>。</p>
    <p lang="en">The console is being built, usually in less than 20 seconds, and this page opens it automatically. The gateway is ready; see <a href="/docs/api">/docs/api</a> for the API reference.</p>
    <p lang="en">Still here after a minute? Run <code>npm run console:build</code> to see why.</p>
  </body>
</html>
`;
}
