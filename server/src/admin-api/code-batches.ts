import { codeBatchAnswer, codeBatchList, codeBatchRequest, newCodeBatchAnswer } from '@tollgate/contract/admin/orders';
import { plainListQuery } from '@tollgate/contract/admin/lists';
import { readPage, timePlaces } from '../control-http/paging.ts';
import { answers, idParams } from '../control-http/route-schema.ts';
import { showAmount } from '../control/amounts.ts';
import { createCodeBatch, listCodeBatches, withdrawCodeBatch } from '../control/codes.ts';
import type { CodeBatch } from '../control/payment-ports.ts';
import { showTime, showTimeOrNull } from '../control/tenant-settings.ts';
import { principalOf } from './admin-auth.ts';
import type { AdminResource } from './admin-deps.ts';

const tags = ['Money'];
const operators = ['administrator', 'finance'] as const;
const places = timePlaces(({ id, createdAtMs }: CodeBatch) => ({ atMs: createdAtMs, id }));

function view(batch: CodeBatch) {
  return {
    ...{ id: batch.id, name: batch.name, amount: showAmount(batch.amount), count: batch.size, redeemed: batch.redeemed },
    ...{ sold: batch.sold, expires_at: showTimeOrNull(batch.expiresAtMs), withdrawn_at: showTimeOrNull(batch.withdrawnAtMs) },
    ...{ made_by: batch.madeBy, created_at: showTime(batch.createdAtMs) },
  };
}

export const codeBatchesResource: AdminResource = (app, deps) => {
  const { control } = deps;

  app.get(
    '/code-batches',
    {
      schema: {
        tags,
        summary: 'List batches of redemption codes',
        querystring: plainListQuery,
        response: answers(codeBatchList),
      },
    },
    async (request) => {
      const load = await listCodeBatches(control, principalOf(deps, request));
      const { rows, next } = await readPage({ query: request.query, places, load });
      return { data: rows.map(view), next };
    },
  );

  app.post(
    '/code-batches',
    {
      config: { operators },
      schema: {
        tags,
        summary: 'Make redemption codes',
        description: 'The codes are in this answer alone: only their hashes are kept.',
        body: codeBatchRequest,
        response: answers(newCodeBatchAnswer, 201),
      },
    },
    async (request, reply) => {
      const { batch, codes } = await createCodeBatch(control, principalOf(deps, request), request.body);
      return reply.code(201).send({ ...view(batch), codes: [...codes] });
    },
  );

  app.delete(
    '/code-batches/:id',
    {
      config: { operators },
      schema: {
        tags,
        summary: 'Withdraw a batch of codes',
        description: 'Those that are not redeemed give nothing any more; what others have given stays.',
        params: idParams,
        response: answers(codeBatchAnswer),
      },
    },
    async (request) => view(await withdrawCodeBatch(control, principalOf(deps, request), request.params.id)),
  );
};
