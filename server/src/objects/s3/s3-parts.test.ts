import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { withServer } from '../../../test/servers/needed-server.ts';
import { SwiftServer, swift } from '../../../test/servers/swift-server.ts';
import { objectsSuite } from '../../../test/suites/objects-suite.ts';
import { systemClock } from '../../platform/clock.ts';
import { createS3Parts, S3Error } from './s3-parts.ts';

withServer(swift, 'files in a bucket', () => {
  let server: SwiftServer;
  before(async () => {
    server = await SwiftServer.start();
  });
  after(() => server.stop());

  objectsSuite('of a real server', () =>
    Promise.resolve({
      parts: createS3Parts(server.url, systemClock),
      list: () => server.list(),
      close: () => Promise.resolve(),
    }),
  );

  void it('are not to be had with a wrong secret, nor from a bucket that is not there', async () => {
    for (const [url, status] of [
      [server.urlWith('wrong'), 403],
      [server.urlWith('testing', 'nowhere'), 404],
    ] as const) {
      const parts = createS3Parts(url, systemClock);
      const isRefused = (error: unknown): boolean => error instanceof S3Error && error.status === status;
      await assert.rejects(parts.write('a/b', [Buffer.from('x')]), isRefused);
      await assert.rejects(parts.read('a/b', 0, 1), isRefused);
    }
  });

  void it('say no secret and no address when they fail', async () => {
    const parts = createS3Parts(server.urlWith('a-secret-word'), systemClock);
    const error: unknown = await parts.write('a/b', [Buffer.from('x')]).catch((thrown: unknown) => thrown);
    assert.doesNotMatch(String(error), /a-secret-word|127\.0\.0\.1|tester/);
  });
});
