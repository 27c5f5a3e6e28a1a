import { useTexts } from '../../../../i18n/texts.ts';
import { Check, TextField } from '../../../../ui/forms/text-field.tsx';
import { Sheet } from '../../../../ui/sheet.tsx';
import { texts as pageTexts } from '../texts.ts';
import { WholeNumberField } from '../whole-number-field.tsx';
import { musicTexts } from './music-texts.ts';
import { tagsOf, type MusicFacts, type MusicInput } from './music-input.ts';

interface MusicParametersProps {
  readonly wish: MusicInput;
  readonly facts: MusicFacts;
  readonly onChange: (change: Partial<MusicInput>) => void;
}

export function MusicParameters({ wish, facts, onChange }: MusicParametersProps) {
  const t = useTexts(musicTexts);
  const { parameters } = useTexts(pageTexts);
  const { min, max } = facts.duration_seconds;
  return (
    <Sheet title={parameters} isPadded>
      <div className="form">
        <WholeNumberField
          label={t.duration}
          hint={t.durationHint(min, max)}
          bounds={{ min, max }}
          behind={t.seconds}
          value={wish.duration}
          onChange={(duration) => {
            onChange({ duration });
          }}
        />
        <Tags wish={wish} known={facts.tags} onChange={onChange} />
        {facts.songs_max === 1 ? null : (
          <WholeNumberField
            label={t.songs}
            hint={t.songsHint(facts.songs_max)}
            bounds={{ min: 1, max: facts.songs_max }}
            value={wish.songs}
            onChange={(songs) => {
              onChange({ songs });
            }}
          />
        )}
        <Check
          isOn={wish.isInstrumental}
          onChange={(isInstrumental) => {
            onChange({ isInstrumental });
          }}
        >
          {t.instrumental}
        </Check>
      </div>
    </Sheet>
  );
}

interface TagsProps {
  readonly wish: MusicInput;
  /** The only tags that the model supports; null if any text is allowed. */
  readonly known: MusicFacts['tags'];
  readonly onChange: (change: Partial<MusicInput>) => void;
}

function Tags({ wish, known, onChange }: TagsProps) {
  const t = useTexts(musicTexts);
  const chosen = tagsOf(wish);
  if (known === null)
    return (
      <TextField
        label={t.tags}
        hint={t.tagsHint}
        value={wish.tags}
        onChange={(tags) => {
          onChange({ tags });
        }}
      />
    );
  return (
    <div className="row">
      <span className="label">{t.tags}</span>
      <div className="tag-choice" role="group" aria-label={t.tags}>
        {known.map((tag) => (
          <button
            key={tag}
            type="button"
            aria-pressed={chosen.includes(tag)}
            onClick={() => {
              const next = chosen.includes(tag) ? chosen.filter((one) => one !== tag) : [...chosen, tag];
              onChange({ tags: next.join(', ') });
            }}
          >
            {tag}
          </button>
        ))}
      </div>
    </div>
  );
}
