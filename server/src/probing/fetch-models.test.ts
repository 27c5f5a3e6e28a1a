// Goal: an operator sees why an upstream lists no models. Method: responses from the network, passed in as the transport does.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Provider } from '../domain/catalog/model.ts';
import { fetchModels } from './fetch-models.ts';
import { refusedAs } from '../../test/refused-as.ts';
import { VirtualClock } from '../../test/virtual-clock.ts';

type Handlers = Parameters<Parameters<typeof fetchModels>[0]['transport']['send']>[1];

function ask(answer: (handlers: Handlers) => void, keys: readonly object[] = [{ apiKey: 'key', enabled: true }]) {
  const transport = {
    send(_request: unknown, handlers: Handlers) {
      queueMicrotask(() => {
        answer(handlers);
      });
      return { cancel: () => undefined };
    },
  };
  const provider = { name: 'one', chatDialects: ['chat'], models: [], routes: [{ keys }] };
  return fetchModels({ transport, clock: new VirtualClock() } as never, provider as unknown as Provider);
}

const whole = (status: number, body: string) => (handlers: Handlers) => {
  handlers.onHead(status, {});
  handlers.onData(Buffer.from(body));
  handlers.onEnd();
};

test('each way in which an upstream lists nothing has its name', async () => {
  await assert.rejects(ask(whole(200, '{}'), []), refusedAs('upstream_list_no_key'));
  await assert.rejects(ask(whole(404, '{}')), refusedAs('upstream_list_status', { status: 404 }));
  await assert.rejects(ask(whole(200, '<html>')), refusedAs('upstream_list_not_json'));
  await assert.rejects(ask(whole(200, '{"data": 7}')), refusedAs('upstream_list_no_list'));
  const fault = (handlers: Handlers) => {
    handlers.onFault({ cause: 'it was reset' } as never);
  };
  await assert.rejects(ask(fault), refusedAs('upstream_list_broke_off', { fault: 'it was reset' }));
});
