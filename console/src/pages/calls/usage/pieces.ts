import { useQuantityWords } from '../../../components/calls/quantity-words.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { texts } from './texts.ts';
import { pieceNames, type PieceName, type Sums } from './usage-groups.ts';

interface PieceWords {
  readonly name: (piece: PieceName) => string;
  readonly amount: (piece: PieceName, count: number) => string;
  /** Text of all non-token quantities in the totals: `Images 12 · Search units 3`. */
  readonly all: (sums: Sums) => string;
}

/** Texts for non-token quantities. */
export function usePieceWords(): PieceWords {
  const t = useTexts(texts);
  const words = useQuantityWords();
  const name = (piece: PieceName): string => (piece === 'tool' ? t.tools : words.name(piece));
  return {
    name,
    amount: words.amount,
    all: ({ pieces }) =>
      pieceNames
        .flatMap((piece) => {
          const count = pieces[piece] ?? 0;
          return count === 0 ? [] : [`${name(piece)} ${words.amount(piece, count)}`];
        })
        .join(' · '),
  };
}
