import { Button } from '../ui/button.tsx';

interface Act {
  readonly isPending: boolean;
  readonly mutate: () => void;
}

interface ReceiverActsProps {
  readonly isEnabled: boolean;
  readonly acts: { readonly test: Act; readonly turn: Act; readonly remove: Act };
  readonly words: { readonly test: string; readonly off: string; readonly on: string; readonly remove: string };
}

/** What can be done to an address that messages are sent to: tried, turned off and on, removed. */
export function ReceiverActs({ isEnabled, acts: { test, turn, remove }, words }: ReceiverActsProps) {
  return (
    <>
      <Button
        isBusy={test.isPending}
        onClick={() => {
          test.mutate();
        }}
      >
        {words.test}
      </Button>
      <Button
        look="plain"
        isBusy={turn.isPending}
        onClick={() => {
          turn.mutate();
        }}
      >
        {isEnabled ? words.off : words.on}
      </Button>
      <Button
        look="plain"
        isBusy={remove.isPending}
        onClick={() => {
          remove.mutate();
        }}
      >
        {words.remove}
      </Button>
    </>
  );
}
