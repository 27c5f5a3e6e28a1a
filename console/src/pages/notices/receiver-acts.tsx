import { ActButton, type Act } from '../../ui/buttons/act-button.tsx';

interface ReceiverActsProps {
  readonly isEnabled: boolean;
  readonly acts: { readonly test: Act; readonly turn: Act; readonly remove: Act };
  readonly words: { readonly test: string; readonly off: string; readonly on: string; readonly remove: string };
}

/** Actions on a recipient of messages: test, enable, disable, remove. */
export function ReceiverActs({ isEnabled, acts: { test, turn, remove }, words }: ReceiverActsProps) {
  return (
    <>
      <ActButton act={test}>{words.test}</ActButton>
      <ActButton look="plain" act={turn}>
        {isEnabled ? words.off : words.on}
      </ActButton>
      <ActButton look="plain" act={remove}>
        {words.remove}
      </ActButton>
    </>
  );
}
