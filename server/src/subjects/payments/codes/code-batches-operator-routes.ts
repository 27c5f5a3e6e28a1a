import { operatorPaymentsRoutes } from '@tollgate/contract/payments/operator-routes';
import { addRoute } from '../../../control-http/add-route.ts';
import { readPage, timePlaces } from '../../../control-http/paging.ts';
import { showAmount } from '../../../control/amounts.ts';
import { createCodeBatch, listCodeBatches, withdrawCodeBatch } from './codes.ts';
import type { CodeBatch } from '../payment-ports.ts';
import { showTime, showTimeOrNull } from '../../../control/show-time.ts';
import { principalOf } from '../../../admin-api/admin-auth.ts';
import type { AdminResource } from '../../../admin-api/admin-deps.ts';
const places = timePlaces(({ id, createdAtMs }: CodeBatch) => ({ atMs: createdAtMs, id }));

function view(batch: CodeBatch) {
  return {
    id: batch.id,
    name: batch.name,
    amount: showAmount(batch.amount),
    count: batch.size,
    redeemed: batch.redeemed,
    sold: batch.sold,
    expires_at: showTimeOrNull(batch.expiresAtMs),
    withdrawn_at: showTimeOrNull(batch.withdrawnAtMs),
    made_by: batch.madeBy,
    created_at: showTime(batch.createdAtMs),
  };
}

export const codeBatchesResource: AdminResource = (app, deps) => {
  const { control } = deps;

  addRoute(app, operatorPaymentsRoutes.listCodeBatches, async (request) => {
    const load = await listCodeBatches(control, principalOf(deps, request));
    const { rows, next } = await readPage({ query: request.query, places, load });
    return { data: rows.map(view), next };
  });

  addRoute(app, operatorPaymentsRoutes.createCodeBatch, async (request) => {
    const { batch, codes } = await createCodeBatch(control, principalOf(deps, request), request.body);
    return { ...view(batch), codes: [...codes] };
  });

  addRoute(app, operatorPaymentsRoutes.withdrawCodeBatch, async (request) =>
    view(await withdrawCodeBatch(control, principalOf(deps, request), request.params.id)),
  );
};
