import type { ReactNode } from 'react';
import type { OwnModel } from '../../../api/models.ts';
import { useAddressState } from '../../../components/links/address-state.ts';
import { useTexts } from '../../../i18n/texts.ts';
import type { CodeSample } from '../../../ui/code-sample.ts';
import { useIsPhone } from '../../../ui/use-is-phone.ts';
import { FormDrawer } from '../../../ui/windows/drawer.tsx';
import type { Caller } from './calls/call-gateway.ts';
import type { ChatProtocol } from './chat/protocols/protocol.ts';
import { CodeDrawer } from './code/code-drawer.tsx';
import { texts } from './texts.ts';

/** The inputs that every kind of call needs. */
export interface Bench {
  readonly caller: Caller;
  readonly model: OwnModel;
  /** Of chat models. */
  readonly protocol: ChatProtocol;
}

interface WorkbenchProps {
  /** Price and code, shown at the side, or behind a button on phones. */
  readonly side: ReactNode;
  readonly samples: (base: string) => readonly CodeSample[];
  readonly children: ReactNode;
}

/** Layout: work at the left, settings at the right, code above on request. */
export function Workbench({ side, samples, children }: WorkbenchProps) {
  const t = useTexts(texts);
  const { query, set } = useAddressState();
  const isPhone = useIsPhone();
  return (
    <>
      <div className="workbench">
        <div className="workbench-main">{children}</div>
        {isPhone ? null : (
          <aside className="workbench-side" aria-label={t.parameters}>
            {side}
          </aside>
        )}
      </div>
      {isPhone && query.set === '1' ? (
        <FormDrawer
          title={t.parameters}
          label={t.parameters}
          onClose={() => {
            set({ set: undefined });
          }}
        >
          <div className="workbench-side">{side}</div>
        </FormDrawer>
      ) : null}
      <CodeDrawer samples={samples} />
    </>
  );
}
