import { BodyScanner } from '../src/json/body-scanner.ts';
import type { ScannedBody } from '../src/json/scanned-body.ts';

/** A body in the form the pipeline passes on. */
export function scanned(body: object | string | Buffer): ScannedBody {
  const scanner = new BodyScanner();
  scanner.push(typeof body === 'string' || Buffer.isBuffer(body) ? Buffer.from(body) : Buffer.from(JSON.stringify(body)));
  return scanner.finish();
}
