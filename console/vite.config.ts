import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { docsPlugin } from './docs-plugin.ts';

/** Where the gateway listens while the pages are being worked on. */
const gateway = 'http://127.0.0.1:8080';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), docsPlugin()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Everything is its own file: the policy of the page takes no data: addresses but for pictures.
    assetsInlineLimit: 0,
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The two libraries of charts and of forms are what they are, and are loaded where they are needed.
    chunkSizeWarningLimit: 1_000,
    reportCompressedSize: false,
    // What most pages use comes in few files: over HTTP/1.1 a hundred small ones wait for each other. The bounds keep the landing page light.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 3 },
            { name: 'common', minShareCount: 32, priority: 2 },
            { name: 'often', minShareCount: 12, priority: 1 },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: Object.fromEntries(['/api', '/v1', '/openapi.json', '/docs/api'].map((path) => [path, gateway])) },
});
