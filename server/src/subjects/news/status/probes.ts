import type { ProbeRequest } from '@tollgate/contract/news/probes';
import type { NanoCny } from '@tollgate/contract/money';
import { auditEntry, invalid, type ControlContext } from '../../../control/control-context.ts';
import type { Principal } from '../../../control/principal.ts';
import { publicModels } from '../../catalogue/public-models.ts';
import { requireOperator } from '../../../control/within-scope.ts';

export interface Probes {
  /** 0: no model is called. */
  readonly budgetPerDay: NanoCny;
  readonly spentToday: NanoCny;
  readonly models: readonly { readonly model: string; readonly isProbed: boolean }[];
}

/** Chat models that customers can call, except the built-in sandbox. */
export function probedModels(context: ControlContext): readonly string[] {
  return publicModels(context)
    .filter(({ name, kind }) => kind === 'chat' && !name.startsWith('sandbox/'))
    .map(({ name }) => name);
}

/** The models that are probed while they have few calls, and the costs. */
export async function readProbes(context: ControlContext, principal: Principal): Promise<Probes> {
  requireOperator(principal, 'list of probes');
  const { stores, calendar, probeBudget } = context;
  const [spentToday, off] = await Promise.all([stores.probes.spentOn(calendar.now().day), stores.probes.switchedOff()]);
  const models = probedModels(context).map((model) => ({ model, isProbed: !off.has(model) }));
  return { budgetPerDay: probeBudget, spentToday, models };
}

/** Includes a model in the probes or excludes it. @throws {ApiError} 400 */
export function chooseProbe(context: ControlContext, principal: Principal, { model, probed }: ProbeRequest): Promise<Probes> {
  return context.changeQueue.run(async () => {
    requireOperator(principal, 'probe');
    if (context.catalog.current.models.get(model)?.kind !== 'chat') throw invalid('model', 'must be the name of a chat model');
    const note = { action: 'probe.choose', objectKind: 'model', objectId: model, after: { probed } };
    await context.stores.probes.choose(model, probed, auditEntry(context, principal, note));
    return readProbes(context, principal);
  });
}
