import { useId, type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes } from 'react';
import './field.css';

interface FieldFrameProps {
  readonly label: ReactNode;
  /** Muted text after the label: whether the field is optional, or what an empty value means. */
  readonly note?: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
}

interface FieldProps extends FieldFrameProps {
  readonly children: (ids: {
    readonly id: string;
    readonly 'aria-describedby': string | undefined;
    readonly 'aria-invalid': boolean;
  }) => ReactNode;
}

/** Label, hint and error around any control. */
export function Field({ label, note, hint, error, children }: FieldProps) {
  const id = useId();
  const has = (text: ReactNode): boolean => text !== undefined && text !== null && text !== '' && text !== false;
  const described = has(error) ? `${id}-error` : has(hint) ? `${id}-hint` : undefined;
  return (
    <div className="row">
      <label htmlFor={id}>
        {label}
        {note === undefined ? null : <small>{note}</small>}
      </label>
      {children({ id, 'aria-describedby': described, 'aria-invalid': has(error) })}
      {has(error) ? (
        <p className="hint bad" id={`${id}-error`} role="alert">
          {error}
        </p>
      ) : null}
      {has(hint) && !has(error) ? (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}

type Native = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value' | 'id'>;

interface TextFieldProps extends FieldFrameProps, Native {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Inside the field, before and after the typed text: ¥, 元 / 天. */
  readonly before?: ReactNode;
  readonly behind?: ReactNode;
}

/** Input for one line of text. */
export function TextField({ label, note, hint, error, value, onChange, before, behind, ...native }: TextFieldProps) {
  return (
    <Field label={label} note={note} hint={hint} error={error}>
      {(ids) => (
        <span className="input">
          {before === undefined ? null : <span className="unit">{before}</span>}
          <input
            type="text"
            {...native}
            {...ids}
            value={value}
            onChange={(event) => {
              onChange(event.target.value);
            }}
          />
          {behind === undefined ? null : <span className="unit">{behind}</span>}
        </span>
      )}
    </Field>
  );
}

interface TextAreaFieldProps
  extends FieldFrameProps, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange' | 'value' | 'id'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Input for several lines of text. */
export function TextAreaField({ label, note, hint, error, value, onChange, ...native }: TextAreaFieldProps) {
  return (
    <Field label={label} note={note} hint={hint} error={error}>
      {(ids) => (
        <textarea
          {...native}
          {...ids}
          value={value}
          onChange={(event) => {
            onChange(event.target.value);
          }}
        />
      )}
    </Field>
  );
}

interface CheckProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly isDisabled?: boolean;
  readonly children: ReactNode;
}

/** A checkbox. */
export function Check({ isOn, onChange, isDisabled = false, children }: CheckProps) {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={isOn}
        disabled={isDisabled}
        onChange={(event) => {
          onChange(event.target.checked);
        }}
      />
      <span>{children}</span>
    </label>
  );
}
