import type { OwnKey } from '../../../api/keys.ts';
import type { OwnModel } from '../../../api/models.ts';
import { useAddressState } from '../../../components/links/address-state.ts';
import { isUsable, keyFor, modelFor } from './callable.ts';
import { protocolNames, type ProtocolName } from './chat/protocols/protocols.ts';

export const kinds = ['chat', 'embedding', 'rerank', 'image', 'music'] as const;
export type Kind = (typeof kinds)[number];

type Change = {
  readonly kind?: Kind;
  readonly model?: string;
  readonly key?: string;
  readonly protocol?: ProtocolName;
};

export interface Choice {
  /** Kinds with a callable model. */
  readonly kinds: readonly Kind[];
  readonly kind: Kind;
  /** Models of that kind. */
  readonly models: readonly OwnModel[];
  readonly model: OwnModel;
  readonly key: OwnKey;
  /** Of chats. */
  readonly protocol: ProtocolName;
  readonly pick: (change: Change) => void;
}

const place = 'tollgate.playground.chosen';

/** The last choice, used for URLs without one. */
function readLast(): Readonly<Record<string, string>> {
  try {
    return JSON.parse(localStorage.getItem(place) ?? '{}') as Readonly<Record<string, string>>;
  } catch {
    return {};
  }
}

function isNamed({ name, aliases }: OwnModel, wanted: string | undefined): boolean {
  return wanted !== undefined && (name === wanted || aliases.includes(wanted));
}

/** The model, key and protocol from the URL, or else the last ones. Null if there is nothing to choose from. */
export function useChoice(models: readonly OwnModel[], keys: readonly OwnKey[]): Choice | null {
  const { query, set } = useAddressState();
  const last = readLast();
  const there = kinds.filter((kind) => models.some((model) => model.kind === kind));
  const named = models.find((model) => isNamed(model, query.model));
  const kind = there.find((one) => one === (named?.kind ?? query.kind ?? last.kind)) ?? there[0];
  const ofKind = models.filter((model) => model.kind === kind);
  const usable = keys.filter(isUsable);
  const model = named ?? modelFor(ofKind, usable, { key: query.key, last: last[`model.${kind ?? ''}`] });
  const key = keyFor(model, usable, [query.key, last.key]);
  if (kind === undefined || model === undefined || key === undefined) return null;
  return {
    kinds: there,
    kind,
    models: ofKind,
    model,
    key,
    protocol: protocolNames.find((name) => name === (query.protocol ?? last.protocol)) ?? 'chat',
    pick: (change) => {
      const kept = {
        ...(change.kind === undefined ? {} : { kind: change.kind }),
        ...(change.model === undefined ? {} : { [`model.${kind}`]: change.model }),
        ...(change.key === undefined ? {} : { key: change.key }),
        ...(change.protocol === undefined ? {} : { protocol: change.protocol }),
      };
      localStorage.setItem(place, JSON.stringify({ ...last, ...kept }));
      set(change.kind === undefined ? change : { kind: change.kind, model: undefined }, { replace: true });
    },
  };
}
