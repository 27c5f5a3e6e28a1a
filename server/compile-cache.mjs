import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Stores compiled code next to the installed packages, not in a shared temporary folder where others could write. Later starts are faster, and
 * no thread has to load the type stripper, which costs 50 MB. If the folder is not writable, nothing else changes.
 */
export function keepCompiled() {
  const folder = fileURLToPath(new URL('../node_modules/.cache/tollgate', import.meta.url));
  enableCompileCache(folder);
  // Threads read the variable when they start.
  process.env.NODE_COMPILE_CACHE ??= folder;
}
